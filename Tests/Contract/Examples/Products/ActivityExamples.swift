import SVVS
import SVVSTesting
import Testing

/// Books that can be searched, and that the user can bookmark.
@MainActor @Store
final class Shelf {
  private(set) var bookmarkedIDs: Set<String> = []

  func titles(containing text: String) async throws -> [String] {
    ["Edda", "Emma"].filter { $0.contains(text) }
  }

  func setBookmark(_ value: Bool, for id: String) async throws {
    bookmarkedIDs = value ? bookmarkedIDs.union([id]) : bookmarkedIDs.subtracting([id])
  }
}

@MainActor @ViewState("bookSearch")
final class BookSearchViewState {
  private let shelf: Shelf

  init(shelf: Shelf) { self.shelf = shelf }

  var isSearching: Bool { searching.isRunning }
  var errorMessage: String? { searching.error.map { "\($0)" } }
  private(set) var titles: [String] = []

  private let searching = Activity(.latest)

  @Action func search(text: String) async {
    await searching.run {
      try await self.shelf.titles(containing: text)
    } then: {
      self.titles = $0
    }
  }
}

@MainActor @ViewState("bookSuggestions")
final class BookSuggestionsViewState {
  var query = "" {
    didSet { if query != oldValue { suggest() } }
  }
  var isSearching: Bool { searching.isRunning }
  private(set) var suggestions: [String] = []

  let effects = EffectScope()
  private let searching: Activity
  private let shelf: Shelf

  init(shelf: Shelf, clock: any Clock<Duration> = TimerClock()) {
    self.shelf = shelf
    searching = Activity(.debounce(.milliseconds(300), clock: clock))
  }

  private func suggest() {
    effects.add(
      searching.start {
        try await self.shelf.titles(containing: self.query)
      } then: {
        self.suggestions = $0
      })
  }
}

@MainActor @ViewState("bookmark")
final class BookmarkViewState {
  private let id: String
  private let shelf: Shelf

  init(id: String, shelf: Shelf) { (self.id, self.shelf) = (id, shelf) }

  var isBookmarked: Bool { bookmarks.values[id] ?? shelf.bookmarkedIDs.contains(id) }
  var errorMessage: String? { bookmarks.sending.error.map { "\($0)" } }

  private let bookmarks = OptimisticValues<String, Bool>()

  @Action func setBookmark(value: Bool) -> Effect {
    bookmarks.set(value, for: id) { try await self.shelf.setBookmark(value, for: self.id) }
  }
}

@MainActor @ViewState("draft")
final class DraftViewState {
  var errorMessage: String? { [loading, deleting].lastError.map { "\($0)" } }

  @Settable var isSheetPresented = false

  let effects = EffectScope()
  private let loading = Activity()
  private let deleting = Activity()

  @Action func delete() async { await deleting.run { throw CancellationError() } }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ActivityExamples {
  @Test func aSearchShowsItsResult() async {
    let page = BookSearchViewState(shelf: Shelf())
    await page.search(text: "mm")
    #expect(page.titles == ["Emma"] && !page.isSearching && page.errorMessage == nil)
  }

  @Test func aQueryIsSearchedAfterAPause() async throws {
    let clock = ManualClock()
    let client = TestClient(BookSuggestionsViewState.self) { BookSuggestionsViewState(shelf: Shelf(), clock: clock) }
    let page = try await client.open(BookSuggestionsViewState.self)
    try await page.set(\.query, "E")
    try await page.set(\.query, "Em")
    #expect(page.state.suggestions == [] && !page.state.isSearching)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(300))
    try await page.change(of: \.suggestions)
    #expect(page.state.suggestions == ["Emma"])
  }

  @Test func aBookmarkIsShownBeforeTheShelfHasIt() async {
    let shelf = Shelf()
    let page = BookmarkViewState(id: "emma", shelf: shelf)
    await page.setBookmark(value: true).completion
    #expect(page.isBookmarked && shelf.bookmarkedIDs == ["emma"] && page.errorMessage == nil)
  }

  @Test func aCancellationIsNotAnError() async {
    let page = DraftViewState()
    await page.delete()
    #expect(page.errorMessage == nil)
  }
}
