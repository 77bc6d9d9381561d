import Foundation
import SVVSPersistence

/// The messages of one room, for one of its members.
struct MessageTable: Sendable {
  /// So many are read at a time.
  static let pageSize = 50
  /// How much is read at a time at most.
  private static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "name", "body")
  /// How large a message may be that is sent, in bytes: so many of them as are read at a time are within the limit.
  static let maximumBodySize = 64 << 10

  let roomID: Room.ID
  let accountID: ChatAccount.ID

  /// What ``newest(before:in:)`` reads.
  var tracked: [TrackedRows] { [TrackedRows("message", key: roomID), "user"] }

  /// The newest messages, or those before one, oldest first.
  func newest(before id: Message.ID = .max, in transaction: Transaction) throws -> [Message] {
    let page = query(from: 0, to: id - 1, "ORDER BY roomID DESC, message.id DESC LIMIT \(MessageTable.pageSize)")
    return try messages(page, in: transaction).reversed()
  }

  /// The messages from one on, oldest first.
  func all(from id: Message.ID, in transaction: Transaction) throws -> [Message] {
    try messages(query(from: id, to: .max, "ORDER BY roomID, message.id"), in: transaction)
  }

  /// Both columns are compared and sorted by together, as the index has them: by the id alone, PostgreSQL may go
  /// through the messages of all rooms.
  private func query(from first: Message.ID, to last: Message.ID, _ order: SQL) -> SQL {
    """
    SELECT message.id, accountID, name, body, sentAt FROM message JOIN "user" ON "user".id = message.accountID
    WHERE (roomID, message.id) >= (\(roomID), \(first)) AND (roomID, message.id) <= (\(roomID), \(last)) \(order)
    """
  }

  private func messages(_ query: SQL, in transaction: Transaction) throws -> [Message] {
    try transaction.rows(query, within: MessageTable.limit).map { row in
      Message(
        id: try row.value("id"), account: try row.value("accountID"), name: try row.value("name"),
        body: try row.value("body"), time: Date(milliseconds: try row.value("sentAt")))
    }
  }

  /// Sends a message, which is unread for the other members, unless an earlier attempt with the same key has.
  ///
  /// - Returns: Its id.
  /// - Throws: ``RepositoryError/notFound`` if the account is not a member.
  func send(_ body: String, key: RetryKey, in transaction: Transaction) throws -> Message.ID {
    // First: the row of the room stays locked, so that ids in a room are in the order of the transactions.
    try transaction.execute("UPDATE room SET name = name WHERE id = \(roomID)")
    let sent = try transaction.row(
      """
      INSERT INTO message (roomID, accountID, body, sentAt, retryKey)
      SELECT roomID, accountID, \(body), \(.now), \(key.text) FROM member
      WHERE roomID = \(roomID) AND accountID = \(accountID)
      ON CONFLICT (retryKey) DO NOTHING RETURNING id
      """)
    guard let row = try sent ?? transaction.row("SELECT id FROM message WHERE retryKey = \(key.text)") else {
      throw RepositoryError.notFound
    }
    return try row.value("id")
  }

  /// Notes that the account has read a message and those before it. What was read stays so.
  ///
  /// - Throws: ``RepositoryError/notFound`` if the room has no such message.
  func markRead(upTo id: Message.ID, in transaction: Transaction) throws {
    guard try transaction.row("SELECT id FROM message WHERE id = \(id) AND roomID = \(roomID)") != nil else {
      throw RepositoryError.notFound
    }
    try transaction.execute(
      """
      UPDATE member SET readUpTo = \(id)
      WHERE roomID = \(roomID) AND accountID = \(accountID) AND readUpTo < \(id)
      """)
  }
}
