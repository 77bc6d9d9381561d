import GRDB
import SVVSPersistence

/// The tables of the embedded database and what they hold at first.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("users") { database in
      try createTables(database)
      try insertUsers(database)
      try insertAccounts(database)
    }
    migrator.registerSettings()
    migrator.registerMigration("smoothies") { database in
      try createMenu(in: database)
      try database.create(table: "favorite") { $0.primaryKey("smoothieID", .text) }
    }
    migrator.registerMigration("notes") { database in
      try createNotes(in: database)
    }
    return migrator
  }

  /// What the backend has, and what the app keeps of it: each has numbers of its own.
  private static func createNotes(in database: Database) throws {
    try database.create(table: "remoteNote") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("userID", .text).notNull().indexed()
      table.column("content", .text).notNull()
    }
    try database.execute(
      sql: "INSERT INTO remoteNote (userID, content) VALUES (?, ?)", arguments: ["12345", "新着情報"])
    try database.create(table: "note") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("userID", .text).notNull()
      table.column("remoteID", .text)
      table.column("content", .text).notNull()
      table.column("isDeleted", .boolean).notNull().defaults(to: false)
      table.uniqueKey(["userID", "remoteID"])
    }
  }

  private static func createTables(_ database: Database) throws {
    try database.create(table: "user") { table in
      table.primaryKey("id", .text)
      table.column("name", .text).notNull()
      table.column("isBookmarked", .boolean).notNull().defaults(to: false)
    }
    try database.create(table: "friendship") { table in
      table.primaryKey {
        table.belongsTo("user", onDelete: .cascade)
        table.column("position", .integer)
      }
      table.column("friendID", .text).notNull()
    }
    try database.create(table: "account") { table in
      table.primaryKey { table.belongsTo("user", onDelete: .cascade) }
      table.column("passwordHash", .text).notNull()
    }
  }

  private static func insertUsers(_ database: Database) throws {
    let names = [
      "A": "User A", "B": "User B", "C": "User C", "D": "User D", "12345": "太郎", "test": "Test User",
    ]
    for (id, name) in names {
      try database.execute(sql: "INSERT INTO user (id, name) VALUES (?, ?)", arguments: [id, name])
    }
    for (id, friends) in ["A": ["B", "C", "D"], "B": ["A", "C"], "C": ["A", "B"], "D": ["A"]] {
      for (position, friend) in friends.enumerated() {
        try database.execute(
          sql: "INSERT INTO friendship (userID, position, friendID) VALUES (?, ?, ?)",
          arguments: [id, position, friend])
      }
    }
  }

  /// The hashes are of the password "password"; hashing here would slow down the start.
  private static func insertAccounts(_ database: Database) throws {
    let hashes = [
      "12345": "$y$j9T$Vd3sQ0yqkzH1n5gW7mTbR1$moL8VeJDHlo7Ds39EaolQ7y4/BxjvbWf1wFsgphCqm4",
      "test": "$y$j9T$K8xEo2uFhPzL4rCjY6aNM/$IMxHdb15ljGRD7dlyXm/JuVxXErCt55myw9.9q5vCl.",
    ]
    for (id, hash) in hashes {
      try database.execute(sql: "INSERT INTO account (userID, passwordHash) VALUES (?, ?)", arguments: [id, hash])
    }
  }
}
