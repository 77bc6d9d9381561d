/// Marks a property that indicates work in progress: while it is true, an integer other than 0, or not nil.
///
/// - Parameter values: For an enum of strings, the values that indicate work in progress, as in
///   `@Busy(when: "loggingIn")`.
@attached(peer)
public macro Busy(when values: String...) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Marks a property that is the message of an error, or nil.
@attached(peer)
public macro ErrorMessage() = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Marks a property that filters an array: a front end sets it while its user types.
///
/// - Parameter property: The name of the array, a property of the same view state.
@attached(peer)
public macro Filters(_ property: String) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Names the view type to which a property leads.
///
/// Front ends open such a view
///
/// - for a `Bool`, when it becomes true,
/// - for an array or a struct, when the user chooses a row,
/// - for any other property, when it becomes other than nil.
///
/// ```swift
/// @Opens("staff") var showsStaff = false
/// ```
///
/// An action leads to a view with the hint ``ActionHint/opens(_:with:)``.
///
/// - Parameters:
///   - type: The view type.
///   - parameters: The source of each parameter of the opened view, by the name of the parameter: for an array or a
///     struct a member of the row, for any other property a property of this view state. It must not be a secret.
@attached(peer)
public macro Opens(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) =
  #externalMacro(module: "SVVSMacros", type: "MarkerMacro")
