// swift-format-ignore-file: NoLeadingUnderscores

// The hint values that the macro `@ViewState` passes to the interface of a view type.

/// The hints about a view type.
public struct _ViewHints: Sendable {
  /// The text that people read in place of the name.
  package let title: String?
  /// Whether a front end first opens a view of this type, unless its user chooses another one.
  package let isStart: Bool
  /// The action that front ends call when a view appears.
  package let onAppear: String?

  /// Creates the hints about a view type.
  public init(title: String? = nil, isStart: Bool = false, onAppear: String? = nil) {
    self.title = title
    self.isStart = isStart
    self.onAppear = onAppear
  }
}

/// The hints about a property.
///
/// This is a class, so that a description without hints is small. Descriptions are copied when an app starts, and most
/// properties have no hints.
public final class _PropertyHints: Sendable {
  /// The meaning of a property to people.
  public enum Role: Hashable, Sendable {
    /// Indicates work in progress. For an enumeration, `when` lists the values at which work is in progress. For other
    /// types, work is in progress while the value is true, other than 0, or not null.
    case busy(when: [String])
    /// Contains an error message, or null if there is no error.
    case errorMessage
    /// Filters the array in another property.
    case filter(of: String)
  }

  /// The text that people read in place of the name.
  package let title: String?
  /// The meaning of the property to people.
  package let role: Role?
  /// The view that the property leads to.
  package let destination: _Destination?

  /// Creates the hints about a property.
  public init(title: String? = nil, role: Role? = nil, opens destination: _Destination? = nil) {
    self.title = title
    self.role = role
    self.destination = destination
  }
}

/// The title and hints given in an action's ``Action(_:_:)`` attribute.
///
/// This is a class, so that a description without hints is small. Descriptions are copied when an app starts, and most
/// actions have no hints.
public final class _ActionHints: Sendable {
  /// The text that people read in place of the name.
  package let title: String?
  /// The view that the action leads to.
  package let destination: _Destination?
  /// The hints about arguments. This is not a dictionary, because the runtime would have to instantiate the
  /// dictionary's type when an app starts.
  package let arguments: [_ArgumentHints]

  /// Creates the hints about an action.
  public init(
    title: String? = nil, opens destination: _Destination? = nil, arguments: [_ArgumentHints] = []
  ) {
    self.title = title
    self.destination = destination
    self.arguments = arguments
  }

  /// The hints about an argument, if it has any.
  package func argument(_ name: String) -> _ArgumentHints? { arguments.first { $0.name == name } }
}

/// The hints about an argument, from ``ActionHint/argument(_:title:isWriteOnly:from:member:)``.
public struct _ArgumentHints: Sendable {
  /// The name on the wire.
  package let name: String
  /// The text that people read in place of the name.
  package let title: String?
  /// Whether the argument is a secret.
  package let isWriteOnly: Bool
  /// The array property from which front ends take the argument.
  package let property: String?
  /// The member of an element that front ends pass as the argument. If nil, front ends pass the whole element.
  package let member: String?

  /// Creates the hints about an argument.
  public init(
    _ name: String, title: String? = nil, isWriteOnly: Bool = false, from property: String? = nil, member: String? = nil
  ) {
    self.name = name
    self.title = title
    self.isWriteOnly = isWriteOnly
    self.property = property
    self.member = member
  }
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
