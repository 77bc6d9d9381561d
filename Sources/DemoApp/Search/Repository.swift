public import SVVS

/// A repository of a user's own.
@JSONCodable
public struct Repository: Identifiable, Hashable, Sendable {
  /// The number at the service.
  public let id: Int
  /// The name, without the owner's.
  public let name: String
  /// What it is.
  public let description: String?
  /// The language most of it is written in.
  public let language: String?
  /// How many have starred it.
  public let stars: Int

  /// A repository.
  public init(id: Int, name: String, description: String? = nil, language: String? = nil, stars: Int = 0) {
    self.id = id
    self.name = name
    self.description = description
    self.language = language
    self.stars = stars
  }
}

/// How much of a user's code is written in a language.
@JSONCodable
struct LanguageSize: Hashable {
  /// The language.
  let name: String
  /// The size in bytes.
  let bytes: Int
}
