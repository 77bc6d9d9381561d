import SVVS

/// The rooms of one account, while it is logged in.
@MainActor @ViewState("rooms", title: "Rooms")
final class RoomsViewState {
  /// The parameters of the page.
  @JSONCodable
  struct Parameters {
    /// The account whose rooms to show. The default is the account that the session shows when the view
    /// opens.
    var account: ChatAccount.ID?
  }

  /// The account whose rooms these are, also after the front end shows another account.
  @Shown(.never) var account: ChatAccount.ID { login.account.id }
  /// The name of that account.
  @Subtitle @Shown(.never) var accountName: String { login.account.name }
  /// The rooms, the one with the latest message first.
  @Opens("room", with: ["id": "id", "account": "account"])
  var rooms: [RoomRow] { login.memberships.map { $0.row(of: login.account) } }
  /// The shown room. The front end sets it to null when the user comes back.
  @Title("Shown") @Shown(.never) @Opens("room", with: ["id": "selectedRoom", "account": "account"])
  var selectedRoom: Room.ID?
  /// The error message of the last refresh, or of reading the rooms.
  @ErrorMessage var errorMessage: String? { texts.message(for: refreshing.error ?? login.error) }

  private let refreshing = Activity()
  private let login: ChatLogin
  private var lifetime: ScopeLifetime { login.lifetime }
  private let texts: Texts

  /// Reads the rooms again after an error. Without an error, the rooms are already up to date.
  @Action func refresh() async { await refreshing.run { try await self.login.load() } }
}
