/// A difference between an older and a newer contract, from the perspective of a client that was written for the older
/// one.
public struct ContractChange: Hashable, Sendable {
  /// Whether a client that was written for the older contract may fail.
  public let isBreaking: Bool
  /// The declaration that has changed, preceded by the declarations that contain it. For example:
  /// `view type login, action login, userId`.
  public let place: String
  /// The change, as the end of a sentence: "was removed".
  public let event: String
}

extension ContractChange: CustomStringConvertible {
  /// One line for people.
  public var description: String { "\(isBreaking ? "breaking" : "compatible"): \(place): \(event)" }
}
