/// Authenticates users.
public protocol AuthenticationRepository: Sendable {
  /// Logs in.
  ///
  /// - Returns: The user.
  /// - Throws: ``RepositoryError/unauthorized`` if the user id or the password is wrong, or another
  ///   ``RepositoryError``.
  func logIn(id: User.ID, password: String) async throws -> User

  /// Logs out.
  func logOut() async throws
}
