import Foundation
import SVVS
import SVVSPersistence

/// The messages of one room, for one of its members.
struct MessageTable: Sendable {
  /// The number of messages in a page.
  static let pageSize = 50
  /// The maximum number of messages in a window, and the maximum number of bytes in their texts.
  static let (maximumWindowCount, maximumWindowSize) = (1000, 4 << 20)
  /// The maximum number of bytes in a sent message. A page of such messages fits into a window.
  static let maximumBodySize = 64 << 10

  private static let limit = RowLimit(count: maximumWindowCount, bytes: maximumWindowSize, of: "name")

  let roomID: Room.ID
  let accountID: ChatAccount.ID

  /// A message without its text.
  struct Outline: Equatable, Sendable {
    let id: Message.ID
    let account: ChatAccount.ID
    let name: String
    let time: Date
    /// The size of the message's text, in bytes.
    let size: Int
    /// The version of the message's row; nil if the database has no row versions.
    let version: String?

    /// Whether both outlines describe the same version of a message, and therefore the same text.
    func isVersion(of other: Outline?) -> Bool { version != nil && self == other }
  }

  /// The key that keeps the writes in the room in order.
  var order: String { "room \(roomID)" }

  /// The rows that ``outlines(from:in:)`` reads.
  var tracked: [TrackedRows] { [TrackedRows("message", key: roomID), "user"] }

  /// Returns the messages from `first` on or, if `first` is nil, the newest page. The messages are in order, newest
  /// first.
  func outlines(from first: Message.ID?, in transaction: Transaction) throws -> [Outline] {
    let count = first == nil ? MessageTable.pageSize : MessageTable.maximumWindowCount
    return try transaction.rows(
      """
      SELECT message.id, accountID, name, sentAt, \(.byteCount(of: "body")) AS size,
        \(.rowVersion(of: "message")) AS version
      FROM message JOIN "user" ON "user".id = message.accountID
      WHERE \(isFrom(first ?? 0)) AND \(isUpTo(.max)) ORDER BY roomID DESC, message.id DESC LIMIT \(count)
      """, within: MessageTable.limit
    ).map { row in
      Outline(
        id: try row.value("id"), account: try row.value("accountID"), name: try row.value("name"),
        time: Date(milliseconds: try row.value("sentAt")), size: try row.value("size"),
        version: try row.value("version"))
    }
  }

  /// The texts of the messages with these ids.
  func bodies(of ids: [Message.ID], in transaction: Transaction) throws -> [Message.ID: String] {
    var bodies: [Message.ID: String] = [:]
    for start in stride(from: 0, to: ids.count, by: MessageTable.pageSize) {
      let page = ids[start...].prefix(MessageTable.pageSize)
      let list = page.dropFirst().reduce("\(page[start])" as SQL) { "\($0), \($1)" }
      for row in try transaction.rows("SELECT id, body FROM message WHERE id IN (\(list))") {
        bodies[try row.value("id")] = try row.value("body")
      }
    }
    return bodies
  }

  /// Returns the id of the first message on the page before the message `id`, or nil if there are no earlier messages.
  func start(ofPageBefore id: Message.ID, in transaction: Transaction) throws -> Message.ID? {
    try transaction.rows(
      """
      SELECT id FROM message WHERE \(isFrom(0)) AND \(isUpTo(id - 1))
      ORDER BY roomID DESC, id DESC LIMIT \(MessageTable.pageSize)
      """
    ).last?.value("id")
  }

  /// A SQL condition for the room's messages from the message `id` on. Comparisons and sorting use both columns of the
  /// index. If they used only the id, PostgreSQL might scan the messages of all rooms.
  private func isFrom(_ id: Message.ID) -> SQL { "(roomID, message.id) >= (\(roomID), \(id))" }

  private func isUpTo(_ id: Message.ID) -> SQL { "(roomID, message.id) <= (\(roomID), \(id))" }

  /// Sends a message, unless an earlier attempt with the same key has sent it. The message is unread for the other
  /// members.
  ///
  /// - Returns: The id of the message.
  /// - Throws: ``RepositoryError/notFound`` if the account is not a member.
  func send(_ body: String, key: RetryKey, in transaction: Transaction) throws -> Message.ID {
    // Locks the row of the room first, so that ids in a room are in the order of the transactions.
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

  /// Marks the message `id` and all earlier messages as read by the account. This method never marks a message as
  /// unread.
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

/// A message in a room.
@JSONCodable
struct Message: Identifiable, Hashable, Sendable {
  /// The id of the message. Later messages of a room have greater ids.
  @Shown(.never) let id: Int
  /// The account that sent the message.
  @Shown(.never) let account: String
  /// The name of that account.
  @Priority(2) let name: String
  /// The text.
  @Title("Message") @Format(.longText) @Priority(3) let body: String
  /// The time at which it was sent, by the clock of the database.
  @Priority(1) let time: Date
}

extension Date {
  /// Creates a date from a number of milliseconds since 1970. The tables of the app store times in this form.
  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
