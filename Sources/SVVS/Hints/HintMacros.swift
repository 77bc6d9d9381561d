/// Marks a property that indicates work in progress. Work is in progress while the property is true, is an integer
/// other than 0, or is not nil.
///
/// - Parameter values: For an enum of strings, the values that indicate work in progress, as in
///   `@Busy(when: "loggingIn")`.
@attached(peer)
public macro Busy(when values: String...) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Marks a property that contains an error message, or nil if there is no error.
@attached(peer)
public macro ErrorMessage() = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Marks a property that filters an array. A front end sets the property while its user types.
///
/// - Parameter property: The name of the array property in the same view state.
@attached(peer)
public macro Filters(_ property: String) = #externalMacro(module: "SVVSMacros", type: "MarkerMacro")

/// Names the view type that a property leads to.
///
/// Front ends open a view of that type
///
/// - for a `Bool`, when the property becomes true,
/// - for an array or a struct, when the user chooses a row,
/// - for any other property, when it changes to a value other than nil.
///
/// ```swift
/// @Opens("staff") var showsStaff = false
/// ```
///
/// For an action that leads to a view, use the hint ``ActionHint/opens(_:with:)``.
///
/// - Parameters:
///   - type: The view type.
///   - parameters: The source of each parameter of the opened view, keyed by the parameter's name. If the marked
///     property is an array or a struct, the source is a member of the row. Otherwise, it is a property of this view
///     state. The source must not be a secret.
@attached(peer)
public macro Opens(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) =
  #externalMacro(module: "SVVSMacros", type: "MarkerMacro")
