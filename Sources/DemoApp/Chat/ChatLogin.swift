import SVVS
import SVVSPersistence

/// The stores of an account, from its login to its logout. All sessions that show the account share them.
@MainActor
final class ChatLogin {
  let account: ChatAccount
  /// The lifetime of the stores. It ends when the account is logged out.
  let lifetime: ScopeLifetime
  /// The account's memberships in rooms. The room with the latest message comes first.
  var memberships: [Membership] { list.memberships }
  /// The reason why the memberships may be out of date.
  var error: (any Error)? { list.error }

  private let list: MembershipList
  private let rooms: KeyedScopes<Room.ID, RoomStore>
  private let database: AppDatabase

  init(_ account: ChatAccount, lifetime: ScopeLifetime, database: AppDatabase) {
    self.account = account
    self.lifetime = lifetime
    self.database = database
    let list = MembershipList(MembershipTable(accountID: account.id), in: database)
    self.list = list
    rooms = KeyedScopes { Set(list.memberships.map(\.id)) }
  }

  /// Waits until the memberships have been read.
  func load() async throws { try await list.load() }

  /// The membership of the account in a room; nil if the account is not a member.
  func membership(in id: Room.ID) -> Membership? { memberships.first { $0.id == id } }

  /// The store of a room; nil if the account is not a member of the room. The lifetime of the store ends when the
  /// account leaves the room.
  func room(_ id: Room.ID) -> RoomStore? {
    guard membership(in: id) != nil else { return nil }
    if let store = rooms[id]?.current { return store }
    let scope = StoreScope<RoomStore>(within: lifetime)
    scope.begin { RoomStore(MessageTable(roomID: id, accountID: account.id), lifetime: $0, database: database) }
    rooms.keep(scope, for: id)
    return scope.current
  }
}
