/// The source of users.
public protocol UserRepository: Sendable {
  /// Fetches one user.
  ///
  /// - Throws: ``RepositoryError/notFound`` if there is no such user, or another ``RepositoryError``.
  func fetchValue(for id: User.ID) async throws -> User

  /// Fetches several users. The result does not contain users that do not exist.
  func fetchValues(for ids: [User.ID]) async throws -> [User]

  /// Sets the bookmark of a user, and changes no other member.
  ///
  /// - Returns: The user after the change.
  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User
}
