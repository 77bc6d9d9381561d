import SVVS
import SVVSTesting
import Testing

@MainActor @Store
final class HeadlineStore {
  private(set) var titles: [String] = []

  func load() async { titles = ["Rain in the north", "Sun in the south"] }
}

@MainActor @ViewState("headlines")
final class HeadlinesViewState {
  var titles: [String] { store.titles.filter { query.isEmpty || $0.contains(query) } }
  var query = ""

  private let store: HeadlineStore
  init(store: HeadlineStore) { self.store = store }

  @Action func load() async { await store.load() }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct HeadlineExamples {
  @Test func theTitlesMatchTheQuery() async throws {
    let client = TestClient(HeadlinesViewState.self) { HeadlinesViewState(store: HeadlineStore()) }
    let page = try await client.open(HeadlinesViewState.self)
    try await page.call("load")
    #expect(page.state.titles.count == 2)
    try await page.set(\.query, "Sun")
    #expect(page.state.titles == ["Sun in the south"])
  }
}
