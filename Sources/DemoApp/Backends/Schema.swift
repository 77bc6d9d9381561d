package import SVVSPersistence

/// The tables of the embedded database and their initial rows.
package enum Schema {
  package static let migrations = [
    users, .settings, smoothies, notes, chat, retryKeys, unreadMessages, NoteTotals.migration,
  ]

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

extension Schema {
  static let smoothies = Migration("smoothies") { transaction in
    try transaction.execute(
      """
      CREATE TABLE smoothie (
        id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL, price INTEGER NOT NULL,
        endDate TEXT NOT NULL
      )
      """)
    for (index, smoothie) in menu.enumerated() {
      try transaction.execute(
        """
        INSERT INTO smoothie (id, position, title, price, endDate)
        VALUES (\(smoothie.id), \(index), \(smoothie.title), \(smoothie.price), \(endDate(of: index)))
        """)
    }
    try transaction.execute("CREATE TABLE favorite (smoothieID TEXT NOT NULL PRIMARY KEY)")
  }

  /// The end date of the smoothie at `index`. The end date of the first smoothie is 1 February 2022. Each following
  /// smoothie ends one month later.
  private static func endDate(of index: Int) -> String {
    let (year, month) = (2022 + (index + 1) / 12, (index + 1) % 12 + 1)
    return "\(year)-\(month < 10 ? "0" : "")\(month)-01T00:00:00+09:00"
  }

  private static let menu: [(id: String, title: String, price: Int)] = [
    ("apple-fog", "Apple Fog", 430),
    ("beet-drummer", "Beet Drummer", 480),
    ("blueberry-attic", "Blueberry Attic", 520),
    ("carrot-comet", "Carrot Comet", 410),
    ("cherry-lantern", "Cherry Lantern", 560),
    ("ginger-lighthouse", "Ginger Lighthouse", 450),
    ("grape-orchestra", "Grape Orchestra", 500),
    ("kiwi-telegraph", "Kiwi Telegraph", 470),
    ("lemon-umbrella", "Lemon Umbrella", 400),
    ("mango-monday", "Mango Monday", 590),
    ("mint-submarine", "Mint Submarine", 440),
    ("peach-postcard", "Peach Postcard", 540),
    ("plum-piano", "Plum Piano", 490),
    ("yuzu-parade", "Yuzu Parade", 600),
  ]
}
