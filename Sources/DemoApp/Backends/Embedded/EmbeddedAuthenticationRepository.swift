import GRDB
import SVVSPersistence

/// Accounts of the embedded database.
struct EmbeddedAuthenticationRepository: AuthenticationRepository {
  let database: AppDatabase

  func logIn(id: User.ID, password: String) async throws -> User {
    // A user id for trying out how a refused request looks.
    guard id != "error" else { throw RepositoryError.invalidRequest }
    let account = try await database.read { database -> (user: User, hash: String)? in
      let hash = try String.fetchOne(
        database, sql: "SELECT passwordHash FROM account WHERE userID = ?", arguments: [id.databaseText])
      guard let hash, let user = try User.fetch(id, from: database) else { return nil }
      return (user, hash)
    }
    guard let account, await PasswordHash(account.hash).matches(password) else {
      throw RepositoryError.unauthorized
    }
    return account.user
  }

  func logOut() async throws {}
}
