import SVVS

/// The menu of smoothies.
@MainActor @ViewState("smoothies", title: "Smoothies")
final class SmoothiesViewState {
  /// The smoothies that match the keyword, in the order of the menu.
  var smoothies: [SmoothieRow] {
    SmoothiePresentation.rows(store.menu ?? [], favorites: store.favorites, keyword: filterKeyword)
  }
  /// The id of the smoothie whose details are shown.
  @Shown(.never) var selectedSmoothie: Smoothie.ID?
  /// The text that a title must contain, in the same case.
  @Title("Filter") @Filters("smoothies") var filterKeyword = ""
  /// The error message of the last action.
  @ErrorMessage var errorMessage: String? {
    texts.message(for: [fetching, toggling].lastError ?? store.error)
  }

  private let fetching = Activity()
  private let toggling = Activity()
  private let store: SmoothieStore
  private let texts: Texts

  /// Fetches the menu. Front ends call this when the page appears.
  @Action(.onAppear, .offered) func fetch() async { await fetching.run { try await self.store.load() } }

  /// Adds a smoothie to the favourites, or removes it from them.
  @Action("Favourite", .argument("id", from: "smoothies", member: "id"))
  func toggleFavorite(id: Smoothie.ID) async { await toggling.run { try await self.store.toggleFavorite(id) } }
}
