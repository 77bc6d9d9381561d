import SVVS

/// The search for users.
@MainActor @ViewState("search", title: "Search")
final class SearchViewState {
  /// The text to search for. A search begins when the text has not changed for half a second.
  @Title("Search for") @Filters("users") var searchText = "" {
    didSet { if searchText != oldValue { textChanged() } }
  }
  /// The users found so far.
  @Opens("searchDetail", with: ["name": "login"]) var users: [FoundUser] { results.users }
  /// The number of matching users. Includes users that the service counts and does not return.
  var totalCount: Int { results.totalCount }
  /// Whether a search is in progress.
  @Title("Searching") @Busy(cancelledBy: "cancelSearch") @Shown(.whenTrue) var isLoading: Bool { searching.isRunning }
  /// Whether there is another page.
  @Shown(.never) var canLoadMore: Bool { results.hasMore && results.query == lastQuery }
  /// Whether to show the error. The front end sets it to false when the user closes the error.
  @Settable @Shown(.never) var isAlertPresented = false
  /// The error message of the last search.
  @ErrorMessage(for: "searchText") var errorMessage: String? { texts.message(for: searching.error) }
  /// The user whose details to show. The front end sets it to null when the user comes back.
  @Title("Shown in detail") @Shown(.never) @Opens("searchDetail", with: ["name": "selectedUserName"])
  var selectedUserName: String?

  private var results = SearchResults()
  /// The text of the last search. Typing the same text again starts no search.
  private var lastQuery: String?
  private let searching = Activity(.latest)
  private lazy var typing = Activity(.debounce(.milliseconds(500), clock: clock))
  private let effects = EffectScope()
  private let repository: any SearchRepository
  private let clock: any Clock<Duration>
  private let texts: Texts

  /// Searches immediately for the text of the field, even if the last search was for the same text.
  @Action func search() -> Effect {
    guard !searchText.isBlank else { return .none }
    lastQuery = searchText
    return load(SearchResults(for: searchText))
  }

  /// Cancels the search in progress, and a search that would begin after the pause. The users found so far stay.
  @Action("Cancel search") func cancelSearch() {
    typing.cancel()
    searching.cancel()
    isAlertPresented = false
    // If the user types the cancelled text again, it is searched for.
    lastQuery = results.query
  }

  /// Adds the next page, if there is one.
  @Action(.enabled(when: "canLoadMore")) func loadMore() async {
    guard canLoadMore, !isLoading else { return }
    await load(results).completion
  }

  /// Shows the details of a user.
  @Action(.argument("name", from: "users", member: "login")) func select(name: String) { selectedUserName = name }

  private func textChanged() {
    if searchText.isEmpty { clear() }
    effects.add(typing.start { if self.searchText != self.lastQuery { self.effects.add(self.search()) } })
  }

  private func clear() {
    searching.cancel()
    lastQuery = nil
    results = SearchResults()
    isAlertPresented = false
  }

  /// Loads the page after these results, and shows it with them.
  private func load(_ results: SearchResults) -> Effect {
    isAlertPresented = false
    return searching.start {
      try await self.repository.searchUsers(results.query, page: results.lastPage + 1)
    } then: { page in
      self.results = results
      self.results.append(page)
    } catch: { _ in
      self.isAlertPresented = true
    }
  }
}

/// The results of a search so far. They are added page by page.
struct SearchResults {
  /// The text of the search.
  let query: String
  private(set) var users: [FoundUser] = []
  private(set) var totalCount = 0
  private(set) var lastPage = 0
  private var isExhausted = false

  /// Creates empty results, before the first page.
  init(for query: String = "") { self.query = query }

  /// Whether the service has another page.
  var hasMore: Bool {
    lastPage > 0 && !isExhausted && lastPage * SearchPaging.pageSize < min(totalCount, SearchPaging.maximum)
  }

  /// Adds the next page. Users that are already in the results are skipped, because results may move between pages.
  mutating func append(_ page: SearchPage) {
    lastPage += 1
    totalCount = page.totalCount
    isExhausted = page.users.isEmpty
    var known = Set(users.map(\.id))
    users += page.users.filter { known.insert($0.id).inserted }
  }
}
