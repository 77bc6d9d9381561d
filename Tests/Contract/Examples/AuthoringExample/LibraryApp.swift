import SVVS
import StateServerCommand

@JSONCodable struct Book: Identifiable, Equatable {
  let id: String
  let title: String
  @JSONName("times_fetched") var timesFetched: Int = 0
}

/// Where books come from. The store is given one, so that a test can bring its own.
protocol Library: Sendable {
  func fetchBook(_ id: Book.ID) async throws -> Book
  func checkPIN(_ pin: String) async throws
}

struct LibraryError: Error, CustomStringConvertible { let description: String }

actor InMemoryLibrary: Library {
  private var books = ["emma": Book(id: "emma", title: "Emma"), "edda": Book(id: "edda", title: "Edda")]

  func fetchBook(_ id: Book.ID) throws -> Book {
    books[id]?.timesFetched += 1
    guard let book = books[id] else { throw LibraryError(description: "There is no such book") }
    return book
  }

  func checkPIN(_ pin: String) throws { if pin != "1815" { throw LibraryError(description: "The PIN is wrong") } }
}

/// The data that all windows share. Lives as long as the process, because the app owns it.
@MainActor @Store
final class LibraryStore {
  let books = ObservableDictionary<Book.ID, Book>()
  let login = StoreScope<ReadingList>()
  let library: any Library
  private let fetches = SingleFlight<Book.ID, Book>()

  init(library: any Library) { self.library = library }

  /// Fetches a book. Concurrent callers for the same book share one fetch.
  func load(_ id: Book.ID) async throws {
    books[id] = try await fetches.run(id) { [library] in try await library.fetchBook(id) }
  }
}

/// The history of one window. Lives as long as a session: `makeSession()` creates it.
@MainActor @Store final class History { var visited: [Book.ID] = [] }

/// The reading list of one user. Lives from login to logout: a `StoreScope` owns it.
@MainActor @Store final class ReadingList { var entries: [Entry] = [] }

/// The page of a book.
@MainActor @ViewState("book")
final class BookViewState {
  @JSONCodable struct Parameters { let id: Book.ID }
  let id: Book.ID
  var book: Book? { store.books[id] }
  var visited: [Book.ID] { history.visited }
  var isLoading: Bool { loading.isRunning }
  var errorMessage: String? { loading.error.map { "\($0)" } }
  /// Whether the book was loaded since the user last looked. The front end sets it to false.
  var hasNews = false

  private let store: LibraryStore, history: History, loading = Activity()
  let effects = EffectScope()

  init(id: Book.ID, store: LibraryStore, history: History) {
    (self.id, self.store, self.history) = (id, store, history)
  }

  /// Observes the book. The front end calls this when the page appears.
  @Action func appear() {
    history.visited.append(id)
    effects.add(.onChange(of: { self.book }, initial: true) { if $0 != nil { self.hasNews = true } })
  }

  @Action func load() async { await loading.run { try await self.store.load(self.id) } }

  @Action func reload() -> Effect { isLoading ? .none : .task { await self.load() } }
}

/// The reading list of the current user.
@MainActor @ViewState("readingList")
final class ReadingListViewState {
  var entries: [Entry]? { store.login.current?.entries }
  var errorMessage: String? { work.current.error.map { "\($0)" } }
  private(set) var attempts = 0
  @WriteOnly var pin = ""

  private let store: LibraryStore, work: ScopeLocal<Activity>

  init(store: LibraryStore) { (self.store, work) = (store, ScopeLocal(store.login) { Activity() }) }

  @Action func logIn(pin: String? = nil) async {
    attempts += 1
    await work.current.run {
      try await self.store.library.checkPIN(pin ?? self.pin)
    } then: {
      self.store.login.begin(ReadingList())
    }
  }

  @Action func logOut() { store.login.end() }

  /// Adds a book to the list of the current user, even if another user logs in before the reply.
  @Action func add(_ entry: Entry, atTop: Bool = false) async {
    guard let list = store.login.current else { return }
    await work.current.run {
      try await self.store.load(entry.book)
      list.entries.insert(entry, at: atTop ? 0 : list.entries.endIndex)
    }
  }
}

@main
struct LibraryApp: App {
  var store = LibraryStore(library: InMemoryLibrary())

  func makeSession() -> History { History() }

  var views: [ViewType<History>] {
    [
      ViewType(BookViewState.self) { (parameters: BookViewState.Parameters, history) in
        BookViewState(id: parameters.id, store: store, history: history)
      },
      ViewType(ReadingListViewState.self) { _ in ReadingListViewState(store: store) },
      ViewType(SummaryViewState.self) { _ in try SummaryViewState(login: store.login) },
    ]
  }
}
