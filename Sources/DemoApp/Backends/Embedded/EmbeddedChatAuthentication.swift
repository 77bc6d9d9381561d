import Foundation
import SVVSPersistence

/// The authentication of the chat with the accounts of the embedded database. The database also keeps the tokens of the
/// logins.
struct EmbeddedChatAuthentication: ChatAuthentication {
  let authentication: any AuthenticationRepository
  let database: AppDatabase

  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
    let user = try await authentication.logIn(id: id, password: password)
    let token = UUID().uuidString
    try await database.write { transaction in
      try transaction.execute(
        """
        INSERT INTO token (secret, accountID, passwordHash)
        SELECT \(token), userID, passwordHash FROM account WHERE userID = \(user.id)
        """)
    }
    return AuthenticatedAccount(account: ChatAccount(id: user.id, name: user.name), token: token)
  }

  /// Resumes a login, unless the password of the account has changed since the login.
  func resume(_ token: String) async throws -> ChatAccount {
    let account = try await database.read { transaction in
      try transaction.row(
        """
        SELECT "user".id, "user".name FROM token
        JOIN account ON account.userID = token.accountID AND account.passwordHash = token.passwordHash
        JOIN "user" ON "user".id = account.userID
        WHERE token.secret = \(token)
        """
      ).map { ChatAccount(id: try $0.value("id"), name: try $0.value("name")) }
    }
    guard let account else { throw RepositoryError.unauthorized }
    return account
  }

  func logOut(_ token: String) async throws {
    try await database.write { transaction in
      try transaction.execute("DELETE FROM token WHERE secret = \(token)")
    }
  }
}
