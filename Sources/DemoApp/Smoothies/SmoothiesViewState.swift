import SVVS

/// The menu of smoothies.
@MainActor @ViewState("smoothies")
final class SmoothiesViewState {
  /// The smoothies that match the keyword, in the order of the menu.
  var smoothies: [SmoothieRow] {
    SmoothiePresentation.rows(store.menu ?? [], favorites: store.favorites, keyword: filterKeyword)
  }
  /// The id of the smoothie that is shown in full.
  var selectedSmoothie: Smoothie.ID?
  /// What a title must contain, in the same case.
  var filterKeyword = ""
  /// Whether the menu is being fetched.
  var isLoading: Bool { menu.isLoading }
  /// Why the last action failed.
  var errorMessage: String? { menu.errorMessage }

  private let store: SmoothieStore
  private let menu: SmoothieMenu

  init(store: SmoothieStore, texts: Texts) {
    self.store = store
    menu = SmoothieMenu(store: store, texts: texts)
  }

  /// Fetches the menu; called when the page appears.
  @Action func fetch() async { await menu.fetch() }

  /// Makes a smoothie a favourite, or one no more.
  @Action func toggleFavorite(id: Smoothie.ID) async { await menu.toggleFavorite(id) }
}
