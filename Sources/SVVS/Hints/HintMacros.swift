/// Says that work is under way while a property is true, or an integer other than 0, or not nil: a front end shows that
/// it is busy.
///
/// - Parameter values: For an enum of strings, the values at which work is under way, as in
///   `@Busy(when: "loggingIn")`.
@attached(peer)
public macro Busy(when values: String...) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Says that a property is the message of an error, or nil: a front end shows it as one.
@attached(peer)
public macro ErrorMessage() = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Says that setting a property filters an array: a front end does so as its user types.
///
/// - Parameter property: The name of the property that is the array, of the same view state.
@attached(peer)
public macro Filters(_ property: String) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Says which view a property or an action leads to.
///
/// A `Bool` leads there when it becomes true; an array, or a struct, from each of its rows; any other property when it
/// becomes other than nil; an action when it has settled.
///
/// ```swift
/// @Opens("staff") var showsStaff = false
/// ```
///
/// - Parameters:
///   - type: The view type.
///   - parameters: What each parameter of the opened view is taken from, by its name: for an array or a struct a member
///     of the row; for an action an argument, or else a property of this view state; for any other property a property
///     of this view state. Never a secret.
@attached(peer)
public macro Opens(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) =
  #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Makes an action the one that front ends call when the view appears. It must need no arguments.
@attached(peer)
public macro OnAppear() = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Tells more of an argument of an action.
///
/// ```swift
/// @Action @Argument("code", title: "Code of the door", isWriteOnly: true)
/// func openDoor(code: String) { errorMessage = code == "1815" ? nil : "The code is wrong" }
/// ```
///
/// - Parameters:
///   - name: The name of the argument on the wire.
///   - title: What a person reads in place of the name.
///   - isWriteOnly: Whether the argument is a secret, such as a password, which a front end neither shows nor keeps.
///   - property: The array that the value is taken from, a property of this view state: so the action is one of its
///     rows.
///   - member: The member of the array's elements, in JSON; nil if the elements are the values.
@attached(peer)
public macro Argument(
  _ name: String, title: String? = nil, isWriteOnly: Bool = false, from property: String? = nil, member: String? = nil
) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")
