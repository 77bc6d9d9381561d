package import SVVSPersistence

extension Schema {
  /// The tables of the chat, and their initial rows.
  static let chat = Migration("chat", keys: ["member": "accountID", "message": "roomID"]) { transaction in
    try createRooms(in: transaction)
    try createTokens(in: transaction)
    try createLogins(in: transaction)
    try insertHanako(in: transaction)
    let all = try insertRoom("全体", members: ["12345", "test", "hanako"], in: transaction)
    _ = try insertRoom("雑談", members: ["12345", "hanako"], in: transaction)
    _ = try insertRoom("Notes to self", members: ["12345"], in: transaction)
    try insertMessages(in: all, transaction)
  }

  /// Removes the stored counts of unread messages. Instead, when a list of rooms is read, the unread messages are
  /// counted in a covering index. When each member's row still stored a count, a message in a room of 10,000 members
  /// changed 20,000 rows, which took 0.3 s.
  static let unreadMessages = Migration("unreadMessages", keys: ["room": "id"]) { transaction in
    for column in ["unread", "oldestUnread", "lastMessage"] as [SQL] {
      try transaction.execute("ALTER TABLE member DROP COLUMN \(column)")
    }
    try transaction.execute("DROP INDEX message_on_roomID")
    try transaction.execute("CREATE INDEX message_on_roomID ON message (roomID, id, accountID)")
  }

  /// The table of remembered logins, for a database that does not contain the accounts.
  package static let logins = Migration("logins") { try createLogins(in: $0) }

  private static func createRooms(in transaction: Transaction) throws {
    try transaction.execute("CREATE TABLE room (id \(.identity), name TEXT NOT NULL)")
    try transaction.execute(
      """
      CREATE TABLE member (
        roomID BIGINT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
        accountID TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
        readUpTo BIGINT NOT NULL DEFAULT 0, unread BIGINT NOT NULL DEFAULT 0, oldestUnread BIGINT,
        lastMessage BIGINT, PRIMARY KEY (roomID, accountID)
      )
      """)
    try transaction.execute("CREATE INDEX member_on_accountID ON member (accountID)")
    try transaction.execute(
      """
      CREATE TABLE message (
        id \(.identity), roomID BIGINT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
        accountID TEXT NOT NULL REFERENCES "user" (id), body TEXT NOT NULL, sentAt BIGINT NOT NULL
      )
      """)
    try transaction.execute("CREATE INDEX message_on_roomID ON message (roomID, id)")
  }

  /// Creates the backend's table of login tokens.
  private static func createTokens(in transaction: Transaction) throws {
    try transaction.execute(
      """
      CREATE TABLE token (
        secret TEXT NOT NULL PRIMARY KEY, accountID TEXT NOT NULL REFERENCES account (userID) ON DELETE CASCADE,
        passwordHash TEXT NOT NULL
      )
      """)
  }

  /// Creates the app's table of remembered logins.
  private static func createLogins(in transaction: Transaction) throws {
    try transaction.execute(
      "CREATE TABLE login (id \(.identity), accountID TEXT NOT NULL UNIQUE, name TEXT NOT NULL, token TEXT)")
  }

  private static func insertHanako(in transaction: Transaction) throws {
    try transaction.execute(#"INSERT INTO "user" (id, name) VALUES ('hanako', '花子')"#)
    let hash = "$y$j9T$Qm7vB2dTgNzR5xLcW9kHp0$IZZRyKCinEUdQ7v4dEmxcJN7iCJQLZ6Fj/MFQGunNo8"
    try transaction.execute("INSERT INTO account (userID, passwordHash) VALUES ('hanako', \(hash))")
  }

  private static func insertRoom(
    _ name: String, members: [User.ID], in transaction: Transaction
  ) throws -> Int {
    let row = try transaction.row("INSERT INTO room (name) VALUES (\(name)) RETURNING id")
    guard let id = try row?.value("id", as: Int.self) else { throw RepositoryError.storageFailed }
    for member in members {
      try transaction.execute("INSERT INTO member (roomID, accountID) VALUES (\(id), \(member))")
    }
    return id
  }

  /// Inserts 120 messages, one every ten minutes from 2026-01-05 on. The members have read all but the last twenty.
  private static func insertMessages(in room: Int, _ transaction: Transaction) throws {
    try transaction.execute(
      """
      WITH RECURSIVE series (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM series WHERE number < 120)
      INSERT INTO message (roomID, accountID, body, sentAt)
      SELECT \(room), CASE number % 3 WHEN 1 THEN '12345' WHEN 2 THEN 'hanako' ELSE 'test' END,
        CASE number % 5 WHEN 1 THEN 'おはようございます' WHEN 2 THEN 'Good morning!' WHEN 3 THEN '了解です'
          WHEN 4 THEN 'See you there.' ELSE 'ありがとう 🙏' END || ' (' || CAST(number AS TEXT) || ')',
        1767571200000 + number * 600000
      FROM series ORDER BY number
      """)
    try transaction.execute(
      """
      UPDATE member SET lastMessage = (SELECT MAX(id) FROM message), readUpTo = (SELECT MAX(id) - 20 FROM message)
      WHERE roomID = \(room)
      """)
    let isUnread: SQL = "message.roomID = \(room) AND id > readUpTo AND message.accountID <> member.accountID"
    try transaction.execute(
      """
      UPDATE member SET unread = (SELECT COUNT(*) FROM message WHERE \(isUnread)),
        oldestUnread = (SELECT MIN(id) FROM message WHERE \(isUnread))
      WHERE roomID = \(room)
      """)
  }
}
