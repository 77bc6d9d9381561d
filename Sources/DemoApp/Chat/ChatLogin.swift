import SVVS
import SVVSPersistence

/// What an account has. Lives from its login to its logout, and all sessions that show the account share it.
@MainActor
final class ChatLogin {
  let account: ChatAccount
  /// Ends with the logout.
  let lifetime: ScopeLifetime
  /// The rooms of the account, that with the latest message first.
  var memberships: [Membership] { query.value }
  /// Why they may be out of date.
  var error: (any Error)? { query.error }

  private let query: LiveQuery<[Membership]>
  private var rooms: [Room.ID: StoreScope<RoomStore>] = [:]
  private var leaving = Effect.none
  private let database: AppDatabase

  init(_ account: ChatAccount, lifetime: ScopeLifetime, database: AppDatabase) {
    self.account = account
    self.lifetime = lifetime
    self.database = database
    let table = MembershipTable(accountID: account.id)
    query = LiveQuery([], in: database, tracking: table.tracked) { try table.all(in: $0) }
  }

  isolated deinit { leaving.cancel() }

  /// Waits until the rooms are known.
  func load() async throws { try await query.load() }

  /// What the account has of a room; nil if it is no member.
  func membership(in id: Room.ID) -> Membership? { memberships.first { $0.id == id } }

  /// The messages of a room, until the account leaves it; nil if it is no member.
  func room(_ id: Room.ID) -> RoomStore? {
    guard membership(in: id) != nil else { return nil }
    if let store = rooms[id]?.current { return store }
    let scope = StoreScope<RoomStore>(within: lifetime)
    scope.begin { RoomStore(MessageTable(roomID: id, accountID: account.id), lifetime: $0, database: database) }
    rooms[id] = scope
    endLeftRooms()
    return scope.current
  }

  private func endLeftRooms() {
    guard case .none = leaving else { return }
    leaving = .onChange(of: { [weak self] in Set(self?.memberships.map(\.id) ?? []) }) { [weak self] left in
      guard let self else { return }
      for id in rooms.keys where !left.contains(id) { rooms.removeValue(forKey: id)?.end() }
    }
  }
}
