import Foundation
import SVVS
import SVVSPersistence

/// A live list of the rooms of one account.
///
/// The query tracks only the messages of these rooms. When the account joins or leaves a room, a new query replaces the
/// current one.
@MainActor @Store
final class MembershipList {
  /// The memberships of the account. The room with the latest message comes first.
  var memberships: [Membership] { query.value }
  /// The reason why the rooms may be out of date.
  var error: (any Error)? { query.error }

  private var query: LiveQuery<[Membership]>
  @ObservationIgnored private var trackedRooms: Set<Room.ID> = []
  @ObservationIgnored private var tracking = Effect.none
  private let table: MembershipTable
  private let database: AppDatabase

  init(_ table: MembershipTable, in database: AppDatabase) {
    self.table = table
    self.database = database
    query = LiveQuery([], in: database, tracking: table.tracked(in: [])) { try table.all(in: $0) }
  }

  isolated deinit { tracking.cancel() }

  /// Waits until the rooms have been read.
  func load() async throws {
    repeat { try await query.load() } while trackRooms()
    guard case .none = tracking else { return }
    tracking = .onChange(of: { [weak self] in self?.rooms ?? [] }) { [weak self] _ in self?.trackRooms() }
  }

  private var rooms: Set<Room.ID> { Set(memberships.map(\.id)) }

  /// Tracks the messages of the rooms. Returns whether a new query has begun.
  @discardableResult
  private func trackRooms() -> Bool {
    let rooms = rooms
    guard rooms != trackedRooms else { return false }
    trackedRooms = rooms
    // The new query has the value of the previous query until it has read its own value.
    let next = LiveQuery(query.value, in: database, tracking: table.tracked(in: rooms)) { [table] in
      try table.all(in: $0)
    }
    query = next
    // From here on, a write is visible as soon as the write has returned.
    next.begin()
    return true
  }
}

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
