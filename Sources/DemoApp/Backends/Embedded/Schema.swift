import GRDB

/// The tables of the embedded database and what they hold at first.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("users") { database in
      try createTables(database)
      try insertUsers(database)
      try insertAccounts(database)
    }
    return migrator
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
