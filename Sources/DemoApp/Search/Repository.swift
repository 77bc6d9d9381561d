public import SVVS

/// A repository that a user owns.
@JSONCodable
public struct Repository: Identifiable, Hashable, Sendable {
  /// The id at the service.
  public let id: Int
  /// The name, without the owner's name.
  @Priority(2) public let name: String
  /// The description by the owner.
  @Format(.longText) @Priority(1) public let description: String?
  /// The main programming language.
  public let language: String?
  /// The number of stars.
  public let stars: Int

  /// Creates a repository.
  public init(id: Int, name: String, description: String? = nil, language: String? = nil, stars: Int = 0) {
    self.id = id
    self.name = name
    self.description = description
    self.language = language
    self.stars = stars
  }
}

/// The size of a user's code in one language.
@JSONCodable
struct LanguageSize: Hashable {
  /// The language.
  let name: String
  /// The size in bytes.
  let bytes: Int
}
