import Foundation
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
  @Busy private(set) var isLoading = false
  /// Whether there is another page.
  var canLoadMore: Bool { results.hasMore && results.query == lastQuery }
  /// Whether to show the error. The front end sets it to false when the user closes the error.
  var isAlertPresented = false
  /// The error message of the last search.
  @ErrorMessage private(set) var errorMessage: String?
  /// The time at which the service will accept requests again, in ISO 8601 and UTC.
  private(set) var retryAt: Date?
  /// The user whose details to show. The front end sets it to null when the user comes back.
  @Title("Shown in detail") @Opens("searchDetail", with: ["name": "selectedUserName"]) var selectedUserName: String?

  private var results = SearchResults()
  /// The text of the last search. Typing the same text again starts no search.
  private var lastQuery: String?
  /// The number of searches so far. The results of an older search are discarded.
  @ObservationIgnored private var lastSearch = 0
  @ObservationIgnored private var running = Effect.none
  @ObservationIgnored private var typing: TypingPauses?
  private let effects = EffectScope()
  private let repository: any SearchRepository
  private let clock: any Clock<Duration>
  private let texts: Texts

  init(repository: any SearchRepository, clock: any Clock<Duration>, texts: Texts) {
    self.repository = repository
    self.clock = clock
    self.texts = texts
  }

  /// Searches immediately for the text of the field, even if the last search was for the same text.
  @Action func search() -> Effect { begin(searchText) }

  /// Adds the next page, if there is one.
  @Action func loadMore() async {
    guard canLoadMore, !isLoading else { return }
    await load(results.query, page: results.lastPage + 1, as: lastSearch)
  }

  /// Shows the details of a user.
  @Action(.argument("name", from: "users", member: "login")) func select(name: String) { selectedUserName = name }

  // MARK: - Typing

  private func textChanged() {
    if searchText.isEmpty { clear() }
    let typing = typing ?? followTyping()
    typing.typed.yield(searchText)
  }

  private func followTyping() -> TypingPauses {
    let pauses = TypingPauses(of: .milliseconds(500), clock: clock)
    typing = pauses
    effects.add(
      .task { [weak self] in
        for await text in pauses.pauses { self?.typingPaused(at: text) }
        self?.typing = nil
      })
    return pauses
  }

  private func typingPaused(at text: String) {
    if text != lastQuery { effects.add(begin(text)) }
  }

  // MARK: - Searching

  private func begin(_ query: String) -> Effect {
    guard !query.allSatisfy(\.isWhitespace) else { return .none }
    running.cancel()
    lastQuery = query
    lastSearch += 1
    let number = lastSearch
    running = .task { await self.load(query, page: 1, as: number) }
    return running
  }

  private func clear() {
    running.cancel()
    lastSearch += 1
    lastQuery = nil
    isLoading = false
    results = SearchResults()
    showFailure(nil)
  }

  private func load(_ query: String, page: Int, as number: Int) async {
    isLoading = true
    showFailure(nil)
    let answer: Result<SearchPage, any Error>
    do {
      answer = .success(try await repository.searchUsers(query, page: page))
    } catch {
      answer = .failure(error)
    }
    guard number == lastSearch else { return }
    isLoading = false
    switch answer {
    case .success(let found):
      if page == 1 { results = SearchResults(for: query) }
      results.append(found)
    case .failure(let error): showFailure(error)
    }
  }

  private func showFailure(_ error: (any Error)?) {
    errorMessage = error.flatMap { texts.message(for: $0) }
    isAlertPresented = errorMessage != nil
    retryAt = RepositoryError.retryTime(of: error)
  }
}
