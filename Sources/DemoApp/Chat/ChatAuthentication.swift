/// Where accounts of the chat prove who they are.
public protocol ChatAuthentication: Sendable {
  /// Logs in.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if the id or the password is wrong, or another ``RepositoryError``.
  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount

  /// Goes on with a login by its token, after a restart.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if that is not possible any more, or another ``RepositoryError``.
  func resume(_ token: String) async throws -> ChatAccount

  /// Logs out: the token is of no more use.
  func logOut(_ token: String) async throws
}

/// An account that has just proved who it is.
public struct AuthenticatedAccount: Sendable {
  let account: ChatAccount
  /// What resumes the login later; nil if nothing does.
  let token: String?

  /// An account with what resumes its login.
  public init(account: ChatAccount, token: String?) {
    self.account = account
    self.token = token
  }
}
