import SVVS

/// The page of a user's friends.
@MainActor @ViewState("friends", title: "Friends")
final class FriendsViewState {
  /// The parameters of the page.
  @JSONCodable
  struct Parameters {
    /// The user whose friends to show.
    let id: User.ID
  }

  /// The user, once loaded.
  @Subtitle(member: "name") var user: User? { store.values[id] }
  /// The friends to show, in the user's order.
  @Title("Friends") @Opens("user", with: ["id": "id"]) var filteredFriends: [User] {
    FriendsPresentation.friends(
      user?.friendIDs ?? [], known: { store.values[$0] }, bookmarks: bookmarks.values,
      onlyBookmarked: showsOnlyBookmarkedFriends)
  }
  /// Whether to show only bookmarked friends.
  @Title("Bookmarked only") @Filters("filteredFriends") var showsOnlyBookmarkedFriends = false
  /// The error message of the last load or toggle.
  @ErrorMessage var errorMessage: String? {
    texts.message(for: [loading, bookmarks.sending].lastError ?? loadingFriends.error)
  }

  private let loading = Activity()
  private let loadingFriends = Activity()
  /// The bookmarks that the backend has not yet confirmed.
  private let bookmarks = OptimisticValues<User.ID, Bool>()
  private let id: User.ID
  private let store: UserStore
  private let texts: Texts
  @ObservationIgnored private var following = Effect.none
  private let effects = EffectScope()

  /// Loads the user and the friends. From then on, loads the friends again whenever the list of their ids changes.
  @Action("Reload", .onAppear, .offered) func onAppear() async {
    following.cancel()
    await loading.run { try await self.store.loadValue(for: self.id) }
    guard !Task.isCancelled else { return }
    follow()
    await loadFriends(user?.friendIDs ?? [])
  }

  /// Adds or removes the bookmark of a friend. The change is shown immediately.
  @Action("Bookmark", .argument("id", from: "filteredFriends", member: "id"))
  func toggleFriendBookmark(id: User.ID) -> Effect {
    guard let friend = store.values[id] else { return .none }
    let value = !(bookmarks.values[id] ?? friend.isBookmarked)
    return bookmarks.set(value, for: id) { try await self.store.setBookmarked(value, for: id) }
  }

  /// Loads the friends when the list of their ids changes, but not when a friend changes. Otherwise, the views of two
  /// users who are friends of each other would reload each other endlessly.
  private func follow() {
    following = .onChange(of: { [store, id] in store.values[id]?.friendIDs ?? [] }) { friendIDs in
      await self.loadFriends(friendIDs)
    }
    effects.add(following)
  }

  private func loadFriends(_ ids: [User.ID]) async {
    guard !ids.isEmpty else { return }
    await loadingFriends.run { try await self.store.loadValues(for: ids) }
  }
}

/// The presentation of the friends of a user.
enum FriendsPresentation {
  /// Returns the friends in the order of `ids`, without unknown and repeated ids. The bookmarks are those that the
  /// backend has not yet confirmed.
  static func friends(
    _ ids: [User.ID], known: (User.ID) -> User?, bookmarks: [User.ID: Bool], onlyBookmarked: Bool
  ) -> [User] {
    var seen: Set<User.ID> = []
    return ids.compactMap { id in
      guard seen.insert(id).inserted, var friend = known(id) else { return nil }
      friend.isBookmarked = bookmarks[id] ?? friend.isBookmarked
      return onlyBookmarked && !friend.isBookmarked ? nil : friend
    }
  }
}
