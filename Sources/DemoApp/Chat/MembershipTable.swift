import Foundation
import SVVSPersistence

/// The rooms of one account.
struct MembershipTable: Sendable {
  let accountID: ChatAccount.ID

  private static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "name", "beginning")

  /// What ``all(in:)`` reads. The messages are not in it: who sends one changes the row of every member.
  var tracked: [TrackedRows] { ["room", TrackedRows("member", key: accountID)] }

  /// The rooms, that with the latest message first; those without any come last.
  func all(in transaction: Transaction) throws -> [Membership] {
    try transaction.rows(
      """
      SELECT room.id, room.name, unread, oldestUnread,
        (SELECT SUBSTR(body, 1, 200) FROM message WHERE message.id = lastMessage) AS beginning,
        (SELECT sentAt FROM message WHERE message.id = lastMessage) AS sentAt
      FROM member JOIN room ON room.id = member.roomID
      WHERE member.accountID = \(accountID)
      ORDER BY COALESCE(lastMessage, 0) DESC, room.id
      """, within: MembershipTable.limit
    ).map { row in
      let text = try row.value("beginning", as: String?.self)
      return Membership(
        room: Room(id: try row.value("id"), name: try row.value("name")), unread: try row.value("unread"),
        oldestUnread: try row.value("oldestUnread"),
        last: try text.map { ($0, Date(milliseconds: try row.value("sentAt"))) })
    }
  }
}
