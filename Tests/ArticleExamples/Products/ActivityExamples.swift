import SVVS
import Testing

/// Books that can be searched.
@MainActor
final class Shelf {
  func titles(containing text: String) async throws -> [String] {
    ["Edda", "Emma"].filter { $0.contains(text) }
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

@MainActor @ViewState("draft")
final class DraftViewState {
  var errorMessage: String? { [loading, deleting].lastError.map { "\($0)" } }

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

  @Test func aCancellationIsNotAnError() async {
    let page = DraftViewState()
    await page.delete()
    #expect(page.errorMessage == nil)
  }
}
