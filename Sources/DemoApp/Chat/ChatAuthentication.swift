public import SVVS

/// A service that authenticates the accounts of the chat.
public protocol ChatAuthentication: Sendable {
  /// Logs in to an account with its password.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if the id or the password is wrong, or another ``RepositoryError``.
  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount

  /// Resumes a login by its token, after a restart.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if the token is no longer valid, or another ``RepositoryError``.
  func resume(_ token: String) async throws -> ChatAccount

  /// Logs out and revokes the token.
  func logOut(_ token: String) async throws
}

/// An account that has just logged in with its password.
public struct AuthenticatedAccount: Sendable {
  let account: ChatAccount
  /// The token with which the login can be resumed; nil if the login cannot be resumed.
  let token: String?

  /// Creates an authenticated account.
  public init(account: ChatAccount, token: String?) {
    self.account = account
    self.token = token
  }
}

/// An account of the chat that has logged in.
@JSONCodable
public struct ChatAccount: Identifiable, Hashable, Sendable {
  /// The id of the account, which is also the user's id.
  public let id: String
  /// The display name.
  @Priority(1) public let name: String

  /// Creates an account.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
