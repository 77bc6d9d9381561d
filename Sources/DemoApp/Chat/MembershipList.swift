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

  /// Tracks the messages of the rooms.
  ///
  /// - Returns: Whether a new query has begun.
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
