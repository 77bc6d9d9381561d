/// A service that authenticates users.
public protocol AuthenticationRepository: Sendable {
  /// Logs in a user with a password.
  ///
  /// - Returns: The user.
  /// - Throws: ``RepositoryError/unauthorized`` if the user id or the password is wrong, or another
  ///   ``RepositoryError``.
  func logIn(id: User.ID, password: String) async throws -> User

  /// Logs out the current user.
  func logOut() async throws
}
