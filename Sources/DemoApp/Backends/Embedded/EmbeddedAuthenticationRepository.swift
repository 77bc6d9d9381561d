import SVVSPersistence

/// The accounts of the embedded database.
struct EmbeddedAuthenticationRepository: AuthenticationRepository {
  let database: AppDatabase

  func logIn(id: User.ID, password: String) async throws -> User {
    // Front ends can use this user id to try an invalid request.
    guard id != "error" else { throw RepositoryError.invalidRequest }
    let account = try await database.read { transaction -> (user: User, hash: String)? in
      let account = try transaction.row("SELECT passwordHash FROM account WHERE userID = \(id)")
      guard let account, let user = try User.fetch(id, in: transaction) else { return nil }
      return (user, try account.value("passwordHash"))
    }
    guard let account, await PasswordHash(account.hash).matches(password) else {
      throw RepositoryError.unauthorized
    }
    return account.user
  }

  func logOut() async throws {}
}
