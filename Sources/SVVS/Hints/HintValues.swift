// swift-format-ignore-file: NoLeadingUnderscores

public import JSON

// The hint values that the macro `@ViewState` passes to the interface of a view type.

/// The hints about a view type.
public struct _ViewHints: Sendable {
  /// The text that people read in place of the name.
  package let title: String?
  /// Whether a front end first opens a view of this type, unless its user chooses another one.
  package let isStart: Bool

  /// Creates the hints about a view type.
  public init(title: String? = nil, isStart: Bool = false) {
    self.title = title
    self.isStart = isStart
  }
}

/// A hint about a property.
public enum _PropertyHint: Sendable {
  /// A hint that members of records may have, too.
  case value(JSONSchema.Hint)
  /// Indicates work in progress. For an enumeration, `when` lists the values at which work is in progress. For other
  /// types, work is in progress while the value is true, other than 0, or not null.
  /// `cancelledBy` is the action that cancels the work.
  case busy(when: [String], cancelledBy: String? = nil)
  /// Contains an error message, or null if there is no error. `for` is the property that the error is about.
  case errorMessage(for: String? = nil)
  /// Contains a message of success, which is shown once.
  case notice
  /// Says how much of some work is done. `of` is the property with the value at the end of the work.
  case progress(of: String? = nil)
  /// Contains a question that the action answers.
  case answered(by: String)
  /// Filters the array in another property.
  case filters(String)
  /// Distinguishes the views of the same type for people. For an object, `member` is the member that is shown.
  case subtitle(member: String? = nil)
  /// Is a field in which Enter calls the action.
  case submits(String)
  /// Is an array that is read from its end. Front ends scroll to the row whose `member` equals the property `target`.
  case scrollsFromEnd(target: String? = nil, member: String? = nil)
  /// Leads to a view.
  case opens(_Destination)
  /// Leads to a place in a file. For an array, `member` is the member of the rows that is the place.
  case opensFile(member: String? = nil)
}

/// The view that a property or an action leads to, from ``Opens(_:with:)`` or ``ActionHint/opens(_:with:)``.
public struct _Destination: Sendable {
  /// The type of the view.
  package let type: String
  /// The source of each parameter of the view, keyed by the parameter's name. A source is a member of the row, an
  /// argument or a property.
  package let parameters: KeyValuePairs<String, String>

  /// Creates a destination.
  public init(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) {
    self.type = type
    self.parameters = parameters
  }
}
