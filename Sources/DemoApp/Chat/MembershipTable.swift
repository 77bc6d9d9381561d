import Foundation
import SVVSPersistence

/// The rooms of one account.
struct MembershipTable: Sendable {
  let accountID: ChatAccount.ID

  private static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "name")

  /// The rows that ``all(in:)`` reads while the account is a member of these rooms.
  func tracked(in rooms: Set<Room.ID>) -> [TrackedRows] {
    [TrackedRows("member", key: accountID)]
      + rooms.flatMap { [TrackedRows("room", key: $0), TrackedRows("message", key: $0)] }
  }

  /// The memberships of the account. The room with the latest message comes first, and rooms without messages come
  /// last.
  ///
  /// The comparisons use both columns of the index. If they used only the id, PostgreSQL might scan the messages of all
  /// rooms.
  func all(in transaction: Transaction) throws -> [Membership] {
    let memberships: SQL = "member JOIN room ON room.id = member.roomID"
    let isOfAccount: SQL = "member.accountID = \(accountID)"
    // The limit need not count the beginnings of messages, because the query shortens them.
    try transaction.check("SELECT room.name FROM \(memberships) WHERE \(isOfAccount)", isWithin: MembershipTable.limit)
    // The condition has only one lower bound. With two lower bounds, a database may begin the scan at the first message
    // of the room.
    let isAfter = { (start: SQL) -> SQL in
      "(roomID, message.id) > (room.id, \(start)) AND (roomID, message.id) <= (room.id, \(Int.max))"
    }
    let isOfRoom = isAfter("0")
    let isUnread: SQL = "\(isAfter("readUpTo")) AND accountID <> \(accountID)"
    return try transaction.rows(
      """
      SELECT room.id, room.name, SUBSTR(newest.body, 1, 200) AS beginning, newest.sentAt,
        (SELECT COUNT(*) FROM message WHERE \(isUnread)) AS unread,
        (SELECT message.id FROM message WHERE \(isUnread) ORDER BY roomID, message.id LIMIT 1) AS oldestUnread
      FROM \(memberships) LEFT JOIN message AS newest ON newest.id =
        (SELECT message.id FROM message WHERE \(isOfRoom) ORDER BY roomID DESC, message.id DESC LIMIT 1)
      WHERE \(isOfAccount)
      ORDER BY COALESCE(newest.id, 0) DESC, room.id
      """
    ).map { row in
      let text = try row.value("beginning", as: String?.self)
      return Membership(
        room: Room(id: try row.value("id"), name: try row.value("name")), unread: try row.value("unread"),
        oldestUnread: try row.value("oldestUnread"),
        last: try text.map { ($0, Date(milliseconds: try row.value("sentAt"))) })
    }
  }
}
