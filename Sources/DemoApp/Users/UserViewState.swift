import SVVS

/// The page of one user.
@MainActor @ViewState("user", title: "User")
final class UserViewState {
  /// What the page is opened with.
  @JSONCodable
  struct Parameters {
    /// The user to show.
    let id: User.ID
  }

  /// The user, once loaded.
  var user: User? { store.values[id] }
  /// The name to show.
  @Title("Name") var displayName: String { UserPresentation.displayName(of: user) }
  /// Whether the page shows no user yet.
  var isPlaceholder: Bool { user == nil }
  /// Whether a load is under way.
  @Busy var isReloadButtonDisabled: Bool { loadsUnderWay > 0 }
  /// Why the last load failed.
  @ErrorMessage private(set) var errorMessage: String?

  private var loadsUnderWay = 0
  private let id: User.ID
  private let store: UserStore
  private let texts: Texts

  init(id: User.ID, store: UserStore, texts: Texts) {
    self.id = id
    self.store = store
    self.texts = texts
  }

  /// Loads the user; called when the page appears.
  @Action(.onAppear) func load() async {
    loadsUnderWay += 1
    defer { loadsUnderWay -= 1 }
    errorMessage = nil
    do {
      try await store.loadValue(for: id)
    } catch {
      errorMessage = texts.message(for: error)
    }
  }

  /// Loads the user again. The button is disabled before this returns.
  @Action func reload() -> Effect {
    .task { await self.load() }
  }
}
