import GRDB
import SVVSPersistence

/// Users of the embedded database.
struct EmbeddedUserRepository: UserRepository {
  let database: AppDatabase

  func fetchValue(for id: User.ID) async throws -> User {
    try await database.read { database in
      guard let user = try User.fetch(id, from: database) else { throw RepositoryError.notFound }
      return user
    }
  }

  func fetchValues(for ids: [User.ID]) async throws -> [User] {
    try await database.read { database in
      try ids.compactMap { try User.fetch($0, from: database) }
    }
  }

  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
    try await database.write { database in
      try database.execute(
        sql: "UPDATE user SET isBookmarked = ? WHERE id = ?", arguments: [isBookmarked, id.databaseText])
      guard let user = try User.fetch(id, from: database) else { throw RepositoryError.notFound }
      return user
    }
  }
}

extension User {
  static func fetch(_ id: User.ID, from database: Database) throws -> User? {
    let user = try Row.fetchOne(database, sql: "SELECT * FROM user WHERE id = ?", arguments: [id.databaseText])
    guard let user else { return nil }
    let friends = try String.fetchAll(
      database, sql: "SELECT friendID FROM friendship WHERE userID = ? ORDER BY position", arguments: [id])
    return User(
      id: id, name: try user.decode(forColumn: "name"), friendIDs: friends,
      isBookmarked: try user.decode(forColumn: "isBookmarked"))
  }
}
