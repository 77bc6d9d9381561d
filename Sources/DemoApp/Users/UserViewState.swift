import SVVS

/// The page of one user.
@MainActor @ViewState("user", title: "User")
final class UserViewState {
  /// The parameters of the page.
  @JSONCodable
  struct Parameters {
    /// The user to show.
    let id: User.ID
  }

  /// The user, once loaded.
  @Subtitle(member: "name") var user: User? { store.values[id] }
  /// The display name.
  @Title("Name") var displayName: String { user?.name ?? "User Name" }
  /// Whether the user has not been loaded.
  @Shown(.never) var isPlaceholder: Bool { user == nil }
  /// Whether a load is in progress.
  @Busy @Shown(.never) var isReloadButtonDisabled: Bool { loading.isRunning }
  /// The error message of the last load.
  @ErrorMessage var errorMessage: String? { texts.message(for: loading.error) }

  private let loading = Activity()
  private let id: User.ID
  private let store: UserStore
  private let texts: Texts

  /// Loads the user. Front ends call this when the page appears.
  @Action(.onAppear) func load() async { await reload().completion }

  /// Loads the user again. The button is disabled before this returns.
  @Action func reload() -> Effect { loading.start { try await self.store.loadValue(for: self.id) } }
}
