import SVVS

/// The rooms of one account, for as long as it is logged in.
@MainActor @ViewState("rooms", title: "Rooms")
final class RoomsViewState {
  /// The rooms, that with the latest message first.
  @Opens("room", with: ["id": "id"]) var rooms: [RoomRow] { login.memberships.map(\.row) }
  /// The room that is shown; coming back writes null.
  @Title("Shown") @Opens("room", with: ["id": "selectedRoom"]) var selectedRoom: Room.ID?
  /// Why the last refresh failed, or the rooms cannot be read.
  @ErrorMessage var errorMessage: String? { failure ?? login.error.flatMap { texts.message(for: $0) } }

  private var failure: String?
  private let login: ChatLogin
  private let lifetime: ScopeLifetime
  private let texts: Texts

  init(login: ChatLogin, texts: Texts) {
    self.login = login
    self.texts = texts
    lifetime = login.lifetime
  }

  /// Reads the rooms again if they could not be read; else they are up to date.
  @Action func refresh() async {
    failure = nil
    do {
      try await login.load()
    } catch {
      failure = texts.message(for: error)
    }
  }
}
