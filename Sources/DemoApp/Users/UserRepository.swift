/// Where users come from.
public protocol UserRepository: Sendable {
  /// Fetches one user.
  ///
  /// - Throws: ``RepositoryError/notFound`` if there is no such user, or another ``RepositoryError``.
  func fetchValue(for id: User.ID) async throws -> User
}
