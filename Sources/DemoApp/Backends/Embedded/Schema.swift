import SVVSPersistence

/// The tables of the embedded database and their initial rows.
package enum Schema {
  static let migrations = [users, .settings, smoothies, notes, chat, retryKeys, unreadMessages, NoteTotals.migration]

  private static let users = Migration("users") { transaction in
    try createUsers(in: transaction)
    try insertUsers(in: transaction)
    try insertAccounts(in: transaction)
  }

  /// The tables of the backend's notes, and of the app's copies of these notes. The copies have their own ids.
  private static let notes = Migration("notes") { transaction in
    try transaction.execute(
      "CREATE TABLE remoteNote (id \(.identity), userID TEXT NOT NULL, content TEXT NOT NULL)")
    try transaction.execute("CREATE INDEX remoteNote_on_userID ON remoteNote (userID)")
    try transaction.execute("INSERT INTO remoteNote (userID, content) VALUES ('12345', '新着情報')")
    try transaction.execute(
      """
      CREATE TABLE note (
        id \(.identity), userID TEXT NOT NULL, remoteID TEXT, content TEXT NOT NULL,
        isDeleted BOOLEAN NOT NULL DEFAULT FALSE, UNIQUE (userID, remoteID)
      )
      """)
  }

  /// The columns for the retry keys with which notes and messages were added.
  private static let retryKeys = Migration("retryKeys") { transaction in
    for table in ["remoteNote", "message"] as [SQL] {
      try transaction.execute("ALTER TABLE \(table) ADD COLUMN retryKey TEXT")
      try transaction.execute("CREATE UNIQUE INDEX \(table)_on_retryKey ON \(table) (retryKey)")
    }
  }

  private static func createUsers(in transaction: Transaction) throws {
    try transaction.execute(
      """
      CREATE TABLE "user" (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, isBookmarked BOOLEAN NOT NULL DEFAULT FALSE)
      """)
    try transaction.execute(
      """
      CREATE TABLE friendship (
        userID TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE, position INTEGER NOT NULL, friendID TEXT NOT NULL,
        PRIMARY KEY (userID, position)
      )
      """)
    try transaction.execute(
      """
      CREATE TABLE account (
        userID TEXT NOT NULL PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE, passwordHash TEXT NOT NULL
      )
      """)
  }

  private static func insertUsers(in transaction: Transaction) throws {
    let names = [
      "A": "User A", "B": "User B", "C": "User C", "D": "User D", "12345": "太郎", "test": "Test User",
    ]
    for (id, name) in names {
      try transaction.execute(#"INSERT INTO "user" (id, name) VALUES (\#(id), \#(name))"#)
    }
    for (id, friends) in ["A": ["B", "C", "D"], "B": ["A", "C"], "C": ["A", "B"], "D": ["A"]] {
      for (position, friend) in friends.enumerated() {
        try transaction.execute(
          "INSERT INTO friendship (userID, position, friendID) VALUES (\(id), \(position), \(friend))")
      }
    }
  }

  /// Inserts accounts with hashes of the password "password". Computing the hashes here would slow down the start.
  private static func insertAccounts(in transaction: Transaction) throws {
    let hashes = [
      "12345": "$y$j9T$Vd3sQ0yqkzH1n5gW7mTbR1$moL8VeJDHlo7Ds39EaolQ7y4/BxjvbWf1wFsgphCqm4",
      "test": "$y$j9T$K8xEo2uFhPzL4rCjY6aNM/$IMxHdb15ljGRD7dlyXm/JuVxXErCt55myw9.9q5vCl.",
    ]
    for (id, hash) in hashes {
      try transaction.execute("INSERT INTO account (userID, passwordHash) VALUES (\(id), \(hash))")
    }
  }
}
