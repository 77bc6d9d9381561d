import SVVSPersistence

/// The users of the embedded database.
struct EmbeddedUserRepository: UserRepository {
  let database: AppDatabase

  func fetchValue(for id: User.ID) async throws -> User {
    try await database.read { transaction in
      guard let user = try User.fetch(id, in: transaction) else { throw RepositoryError.notFound }
      return user
    }
  }

  func fetchValues(for ids: [User.ID]) async throws -> [User] {
    try await database.read { transaction in
      try ids.compactMap { try User.fetch($0, in: transaction) }
    }
  }

  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
    try await database.write(inOrderOf: "user \(id)") { transaction in
      try transaction.execute(#"UPDATE "user" SET isBookmarked = \#(isBookmarked) WHERE id = \#(id)"#)
      guard let user = try User.fetch(id, in: transaction) else { throw RepositoryError.notFound }
      return user
    }
  }
}

extension User {
  static func fetch(_ id: User.ID, in transaction: Transaction) throws -> User? {
    guard let user = try transaction.row(#"SELECT * FROM "user" WHERE id = \#(id)"#) else { return nil }
    let friends = try transaction.rows("SELECT friendID FROM friendship WHERE userID = \(id) ORDER BY position")
    return User(
      id: id, name: try user.value("name"), friendIDs: try friends.map { try $0.value("friendID") },
      isBookmarked: try user.value("isBookmarked"))
  }
}
