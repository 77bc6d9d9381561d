/// Something in which a newer contract differs from an older one, as a client of the older one meets it.
public struct ContractChange: Hashable, Sendable {
  /// Whether a client that was written for the older contract may fail.
  public let isBreaking: Bool
  /// Where, from the outside in: `view type login, action login, userId`.
  public let place: String
  /// What has happened there.
  public let event: String
}

extension ContractChange: CustomStringConvertible {
  /// One line for people.
  public var description: String { "\(isBreaking ? "breaking" : "compatible"): \(place): \(event)" }
}
