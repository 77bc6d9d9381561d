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

  @Action func load() async { await store.load() }
}

@MainActor
protocol SessionStore: AnyObject {
  var user: User? { get }
}

@MainActor @Store
final class AppSessionStore: SessionStore {
  private(set) var user: User?

  func logIn(_ user: User) { self.user = user }
}

@MainActor @ViewState("account")
final class AccountViewState {
  var user: User? { store.user }

  private let store: any SessionStore
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct HeadlineExamples {
  @Test func aStoreThatIsKnownByItsProtocolIsObserved() async throws {
    let store = AppSessionStore()
    let client = TestClient(AccountViewState.self) { AccountViewState(store: store) }
    let page = try await client.open(AccountViewState.self)
    #expect(page.state.user == nil)
    store.logIn(User(id: "A", name: "Ann"))
    try await page.change(of: \.user)
    #expect(page.state.user?.name == "Ann")
  }

  @Test func theTitlesMatchTheQuery() async throws {
    let client = TestClient(HeadlinesViewState.self) { HeadlinesViewState(store: HeadlineStore()) }
    let page = try await client.open(HeadlinesViewState.self)
    try await page.call("load")
    #expect(page.state.titles.count == 2)
    try await page.set(\.query, "Sun")
    #expect(page.state.titles == ["Sun in the south"])
  }
}
