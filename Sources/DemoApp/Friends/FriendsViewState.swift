import SVVS

/// The page of a user's friends.
@MainActor @ViewState("friends", title: "Friends")
final class FriendsViewState {
  /// What the page is opened with.
  @JSONCodable
  struct Parameters {
    /// The user whose friends to show.
    let id: User.ID
  }

  /// The user, once loaded.
  var user: User? { store.values[id] }
  /// The friends to show, in the user's order.
  @Title("Friends") @Opens("user", with: ["id": "id"]) var filteredFriends: [User] {
    FriendsPresentation.friends(
      user?.friendIDs ?? [], known: { store.values[$0] }, bookmarks: overlay.values,
      onlyBookmarked: showsOnlyBookmarkedFriends)
  }
  /// Whether to show only the friends that are bookmarked.
  @Title("Bookmarked only") @Filters("filteredFriends") var showsOnlyBookmarkedFriends = false
  /// Why the last load or toggle failed.
  @ErrorMessage private(set) var errorMessage: String?

  private let id: User.ID
  private let store: UserStore
  private let texts: Texts
  private let overlay = BookmarkOverlay()
  @ObservationIgnored private var following = Effect.none
  private let effects = EffectScope()

  init(id: User.ID, store: UserStore, texts: Texts) {
    self.id = id
    self.store = store
    self.texts = texts
  }

  /// Loads the user and the friends, and from then on the friends of whatever the user becomes.
  @Action(.onAppear) func onAppear() async {
    following.cancel()
    errorMessage = nil
    await attempt { try await self.store.loadValue(for: self.id) }
    guard !Task.isCancelled else { return }
    follow()
    await loadFriends(user?.friendIDs ?? [])
  }

  /// Marks a friend, or takes the mark away. It shows at once.
  @Action("Bookmark", .argument("id", from: "filteredFriends", member: "id"))
  func toggleFriendBookmark(id: User.ID) -> Effect {
    guard let friend = store.values[id] else { return .none }
    let value = !(overlay.values[id] ?? friend.isBookmarked)
    errorMessage = nil
    return overlay.choose(value, for: id) {
      await self.attempt { try await self.store.setBookmarked(value, for: id) }
    }
  }

  /// Loads friends when the user's list of them changes, and not when a friend does: else the
  /// friends of friends in two views would load each other for ever.
  private func follow() {
    following = .onChange(of: { [store, id] in store.values[id]?.friendIDs ?? [] }) { friendIDs in
      await self.loadFriends(friendIDs)
    }
    effects.add(following)
  }

  private func loadFriends(_ ids: [User.ID]) async {
    guard !ids.isEmpty else { return }
    await attempt { try await self.store.loadValues(for: ids) }
  }

  private func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      errorMessage = texts.message(for: error)
    }
  }
}
