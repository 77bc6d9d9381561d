/// The title of an action and the hints about it, from its ``Action(_:_:)``.
///
/// A class, because most actions have no hints and descriptions are copied when an app starts.
public final class ActionHints: Sendable {
  /// What a person reads in place of the name.
  public let title: String?
  /// The view that the action leads to.
  public let destination: Destination?
  /// What is told of arguments. A list: a dictionary would be a type more, which the runtime makes at start.
  public let arguments: [ArgumentHints]

  /// Hints about an action.
  public init(
    title: String? = nil, opens destination: Destination? = nil, arguments: [ArgumentHints] = []
  ) {
    self.title = title
    self.destination = destination
    self.arguments = arguments
  }

  /// What is told of an argument; nil if nothing is.
  public func argument(_ name: String) -> ArgumentHints? { arguments.first { $0.name == name } }
}

/// The hints about an argument, from ``ActionHint/argument(_:title:isWriteOnly:from:member:)``.
public struct ArgumentHints: Sendable {
  /// The name on the wire.
  public let name: String
  /// What a person reads in place of the name.
  public let title: String?
  /// Whether the argument is a secret.
  public let isWriteOnly: Bool
  /// The property whose elements the argument is taken from.
  public let property: String?
  /// The member of the elements; nil if they are the values themselves.
  public let member: String?

  /// Hints about an argument.
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
