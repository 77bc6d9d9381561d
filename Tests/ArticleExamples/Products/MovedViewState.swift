import SVVS
import SVVSTesting
import Testing

@testable import AuthoringExample

/// The page of a book.
@MainActor @Observable @ViewState("book")
final class BookViewState {
  @JSONCodable struct Parameters { let id: Book.ID }
  let id: Book.ID
  var book: Book? { store.books[id] }
  var visited: [Book.ID] { history.visited }
  var isLoading: Bool { waiting.count > 0 }
  var errorMessage: String? { waiting.errorMessage }
  /// Whether the book has come since somebody looked; looking writes false.
  var hasNews = false

  private let store: LibraryStore, history: History, waiting = Waiting()
  let effects = EffectScope()

  init(id: Book.ID, store: LibraryStore, history: History) {
    (self.id, self.store, self.history) = (id, store, history)
  }

  /// Follows the book from now on; called when the page appears.
  @Action func appear() {
    history.visited.append(id)
    effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  }

  @Action func load() async { await waiting.run { try await self.store.load(self.id) } }

  @Action func reload() -> Effect { isLoading ? .none : .task { await self.load() } }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct MovedViewStateTests {
  @Test func aViewStateOfSwiftUIShowsStoresOfEitherKind() async throws {
    let store = LibraryStore(library: InMemoryLibrary())
    let client = TestClient(BookViewState.self) { BookViewState(id: "emma", store: store, history: History()) }
    try await client.open("book", as: "b")
    await client.call("load", on: "b").settled
    #expect(
      client.takeChanges() == [
        #"b {"isLoading":true}"#,
        #"b {"book":{"id":"emma","title":"Emma","times_fetched":1},"isLoading":false}"#,
      ])
    await client.request("view/set", #"{"view":"b","properties":{"hasNews":true}}"#).settled
    #expect(client.takeChanges() == [#"b {"hasNews":true}"#])
  }
}
