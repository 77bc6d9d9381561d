/// What front ends are told beforehand of an action, beside its arguments' types.
public struct ActionHints: Sendable {
  /// What a person reads in place of the name.
  public let title: String?
  /// The view that the action leads to.
  public let destination: Destination?
  /// What is told of each argument, by its name.
  public let arguments: [String: ArgumentHints]

  /// No hints, or some.
  public init(
    title: String? = nil, opens destination: Destination? = nil, arguments: [String: ArgumentHints] = [:]
  ) {
    self.title = title
    self.destination = destination
    self.arguments = arguments
  }
}

/// What front ends are told beforehand of an argument; ``Argument(_:title:isWriteOnly:from:member:)`` declares it.
public struct ArgumentHints: Sendable {
  /// What a person reads in place of the name.
  public let title: String?
  /// Whether the argument is a secret.
  public let isWriteOnly: Bool
  /// The property whose elements the argument is taken from.
  public let property: String?
  /// The member of the elements; nil if they are the values themselves.
  public let member: String?

  /// No hints, or some.
  public init(title: String? = nil, isWriteOnly: Bool = false, from property: String? = nil, member: String? = nil) {
    self.title = title
    self.isWriteOnly = isWriteOnly
    self.property = property
    self.member = member
  }
}
