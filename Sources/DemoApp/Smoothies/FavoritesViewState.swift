import SVVS

/// The favourite smoothies.
@MainActor @ViewState("favorites", title: "Favourites")
final class FavoritesViewState {
  /// The favourites that match the keyword, in the order of the menu.
  @Title("Favourites") var favorites: [SmoothieRow] {
    SmoothiePresentation.rows(all, favorites: store.favorites, keyword: filterKeyword)
  }
  /// The text that a title must contain, in the same case.
  @Title("Filter") @Filters("favorites") var filterKeyword = ""
  /// A message if there are no favourites, independently of the keyword; null until all data is loaded.
  @Title("Message") var emptyMessage: String? {
    store.isLoaded && all.isEmpty ? texts.noFavorites : nil
  }
  /// A message that a smoothie was removed. The front end sets it to null when it has shown it.
  @Notice var notice: String?
  /// The error message of the last action.
  @ErrorMessage var errorMessage: String? {
    texts.message(for: [fetching, toggling].lastError ?? store.error)
  }

  private var all: [Smoothie] { (store.menu ?? []).filter { store.favorites.contains($0.id) } }

  private let fetching = Activity()
  private let toggling = Activity()
  private let store: SmoothieStore
  private let texts: Texts

  /// Fetches the menu. Front ends call this when the page appears.
  @Action(.onAppear, .offered) func fetch() async { await fetching.run { try await self.store.load() } }

  /// Adds a smoothie to the favourites, or removes it from them.
  @Action("Favourite", .argument("id", from: "favorites", member: "id"))
  func toggleFavorite(id: Smoothie.ID) async {
    await toggling.run {
      try await self.store.toggleFavorite(id)
    } then: { removed in
      if let removed { self.notice = self.texts.noLongerFavorite(removed.title) }
    }
  }
}
