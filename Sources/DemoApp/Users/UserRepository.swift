/// Where users come from.
public protocol UserRepository: Sendable {
  /// Fetches one user.
  ///
  /// - Throws: ``RepositoryError/notFound`` if there is no such user, or another ``RepositoryError``.
  func fetchValue(for id: User.ID) async throws -> User

  /// Fetches several users; those that do not exist are missing in the result.
  func fetchValues(for ids: [User.ID]) async throws -> [User]

  /// Marks or unmarks a user, and sends nothing but that.
  ///
  /// - Returns: The user as it is now.
  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User
}
