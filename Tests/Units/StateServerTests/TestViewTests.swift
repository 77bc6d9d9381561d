import SVVS
import SVVSTesting
import StateServer
import TestSupport
import Testing

/// The typed view of a test client: its state, and the check that a test reads all changes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct TestViewTests {
  @MainActor @ViewState("shelf")
  final class ShelfViewState {
    @JSONCodable struct Parameters { let name: String }
    @JSONCodable struct Book: Equatable { let title: String }

    let name: String
    var `default`: String?
    var level = 0 {
      didSet { if level > 10 { level = 10 } }
    }
    var isHigh: Bool { level > 5 }
    let books: ObservableArray<Book>
    private(set) var last: Book?
    @WriteOnly var pin = ""
    private(set) var isOpen = false

    init(name: String, books: ObservableArray<Book>) { (self.name, self.books) = (name, books) }

    @Action func add(_ book: Book, times: Int = 1) {
      books.append(contentsOf: Array(repeating: book, count: times))
      last = book
    }
    @Action func open() { isOpen = pin == "1815" }
  }

  struct ShelfApp: App {
    let books = ObservableArray<ShelfViewState.Book>()
    var views: [ViewType<Void>] {
      [
        ViewType(ShelfViewState.self) { (parameters: ShelfViewState.Parameters) in
          ShelfViewState(name: parameters.name, books: books)
        }
      ]
    }
  }

  let app = ShelfApp()

  func open(as view: String? = nil) async throws -> TestView<ShelfViewState> {
    try await TestClient(app).open(ShelfViewState.self, as: view, params: ["name": "novels"])
  }

  /// Expects an issue with the unread changes, which a test causes and does not read.
  func expectUnread(_ changes: String..., by body: @MainActor () async throws -> Void) async throws {
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      issue.comments.flatMap { $0.rawValue.split(separator: "\n") }.filter { $0.hasPrefix("  ") }
        .map { $0.dropFirst(2) } == changes.map { $0[...] }
    }
  }

  @Test func theStateHasTheTypesOfTheViewState() async throws {
    let shelf = try await open(as: "s")
    #expect(shelf.name == "s")
    #expect(shelf.state.name == "novels")
    #expect(shelf.state.default == nil)
    try await shelf.set(\.default, "tea")
    #expect(shelf.state.default == "tea")
    try await shelf.call("add", ["book": ShelfViewState.Book(title: "Emma"), "times": 2])
    #expect(shelf.state.books.map(\.title) == ["Emma", "Emma"])
    #expect(shelf.state.last?.title == "Emma")
    try await shelf.set(\.pin, "1815")
    try await shelf.call("open")
    #expect(shelf.state.isOpen)
  }

  @Test func refusalsAreThrown() async throws {
    let shelf = try await open()
    await #expect(throws: Failure.self) { try await shelf.call("add") }
    await #expect(throws: Failure.self) { try await shelf.call("sell") }
    await #expect(throws: Failure.self) { try await TestClient(app).open(ShelfViewState.self) }
    try await shelf.close()
    await #expect(throws: Failure.self) { try await shelf.set(\.level, 1) }
  }

  @Test func aRefusedSecondOpeningLeavesTheView() async throws {
    let client = TestClient(app)
    let shelf = try await client.open(ShelfViewState.self, params: ["name": "novels"])
    await #expect(throws: Failure.self) { try await client.open(ShelfViewState.self, params: ["name": "plays"]) }
    try await shelf.set(\.level, 3)
    #expect(shelf.state.level == 3)
  }

  @Test func theStateIsReadWhileACallIsInProgress() async throws {
    let shelf = try await open()
    let add = shelf.start("add", ["book": ShelfViewState.Book(title: "Emma")])
    #expect(shelf.state.last == .init(title: "Emma"))
    #expect(shelf.state.books.count == 1)
    #expect(await add.failure == nil)
  }

  @Test func aChangeThatNoCallCausesIsAwaited() async throws {
    let shelf = try await open()
    app.books.append(.init(title: "Emma"))
    try await shelf.change(of: \.books)
    #expect(shelf.state.books.map(\.title) == ["Emma"])
  }

  @Test func aTaskWaitsOnIfAnotherTaskReadsTheChangeFirst() async throws {
    let shelf = try await open()
    var counts: [Int] = []
    let tasks = (1...2).map { _ in
      Task.immediate {
        try await shelf.change(of: \.books)
        counts.append(shelf.state.books.count)
      }
    }
    app.books.append(.init(title: "Emma"))
    try await yield(while: counts.isEmpty)
    app.books.append(.init(title: "Persuasion"))
    for task in tasks { try await task.value }
    #expect(counts == [1, 2])
  }

  @Test func unreadChangesAreAnIssueWhenTheViewIsReleased() async throws {
    try await expectUnread(#"books: [] → [{"title":"Emma"}]"#, #"last: null → {"title":"Emma"}"#) {
      let shelf = try await open()
      try await shelf.call("add", ["book": ShelfViewState.Book(title: "Emma")])
    }
  }

  @Test func aPropertyIsUnreadIfItChangesAfterTheTestHasReadIt() async throws {
    try await expectUnread(#"books: [{"title":"Emma"}] → [{"title":"Emma"},{"title":"Emma"}]"#) {
      let shelf = try await open()
      try await shelf.call("add", ["book": ShelfViewState.Book(title: "Emma")])
      #expect(shelf.state.books.count == 1 && shelf.state.last != nil)
      try await shelf.call("add", ["book": ShelfViewState.Book(title: "Emma")])
    }
  }

  @Test func aSetValueIsUnreadOnlyIfTheViewStateCorrectsIt() async throws {
    try await expectUnread("isHigh: false → true", "level: 12 → 10") {
      let shelf = try await open()
      try await shelf.set(\.default, "tea")
      try await shelf.set(\.level, 12)
    }
  }

  @Test func aValueThatHasChangedBackIsNotAnIssue() async throws {
    let shelf = try await open()
    try await shelf.set(\.level, 7)
    try await shelf.set(\.level, 3)
    shelf.finish()
  }

  @Test func unreadChangesAreReportedOnce() async throws {
    let shelf = try await open()
    try await expectUnread("isHigh: false → true") {
      try await shelf.set(\.level, 7)
      shelf.finish()
    }
    shelf.finish()
  }

  @Test func changesCanBeIgnored() async throws {
    let shelf = try await open()
    try await shelf.set(\.level, 7)
    shelf.ignoreChanges()
    shelf.finish()
  }
}
