import SVVS
import SVVSTesting
import Testing

@testable import StateServer

/// Views whose properties do, when they are read, what no getter should.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct BadGetterTests {
  /// A number that does anything while it is encoded.
  struct Shown: JSONRepresentable, JSONEncodable {
    static let jsonSchema = Int.jsonSchema

    let number: Int
    let whileEncoded: @MainActor () -> Void

    func encode(to writer: inout JSONWriter) {
      MainActor.assumeIsolated(whileEncoded)
      number.encode(to: &writer)
    }
  }

  @MainActor @ViewState("page")
  final class PageViewState {
    var first = 0
    var second = 0
    private(set) var third = 0
    var shown: Shown { Shown(number: third, whileEncoded: whileEncoded) }
    @ObservationIgnored var whileEncoded: @MainActor () -> Void = {}

    @Action func increment() { third += 1 }
  }

  let state = PageViewState()

  @Test func aPropertyThatReadsItselfWhileItIsEncodedIsObserved() {
    let view = ObservedView(state)
    var depth = 0
    state.whileEncoded = { [state] in
      guard depth < 10 else { return }
      depth += 1
      var writer = JSONWriter()
      state.shown.encode(to: &writer)
      _ = state.second
    }
    _ = view.snapshot()
    #expect(depth == 10)
    state.second = 1
    #expect(view.noticeCount == 2, "of the property, and of what has read it")
    #expect(view.changes() == #"{"changes":{"second":1}}"#)
  }

  @Test func aPropertyThatIsReadAfterNestedReadsIsObserved() {
    let view = ObservedView(state)
    _ = view.snapshot()
    state.whileEncoded = { [state] in
      state.first += 1
      _ = view.refresh()
      _ = state.second
    }
    state.increment()
    #expect(view.refresh())
    let notices = view.noticeCount
    state.second = 1
    #expect(view.noticeCount == notices + 2, "of the property, and of what has read it")
    #expect(view.changes() == #"{"changes":{"first":2,"second":1,"third":1,"shown":1}}"#)
  }

  @MainActor @ViewState("counting")
  final class CountingViewState {
    private var reads = 0
    var count: Int {
      reads += 1
      return reads
    }
    private(set) var text = ""

    @Action func append() { text += "x" }
  }

  struct CountingApp: App {
    var views: [ViewType<Void>] { [ViewType(CountingViewState.self) { CountingViewState() }] }
  }

  @Test func aGetterThatWritesItsDependencyMakesNoCommit() async throws {
    let client = TestClient(TestHost(CountingApp(), checksForStaleState: false))
    #expect(try await client.open("counting", as: "c")["count"]?.integer == 1)
    for text in ["x", "xx"] {
      await client.call("append", on: "c").settled
      #expect(client.takeChanges() == [#"c {"text":"\#(text)"}"#])
    }
  }

  /// A key that tells whether a dictionary still knows it.
  final class Token: Hashable, Sendable {
    static func == (one: Token, other: Token) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func aViewMayEndWhileItIsRead() {
    let store = ObservableDictionary<Token, Int>()
    weak var early: Token?
    weak var late: Token?
    weak var ended: PageViewState?
    let view: ObservedView
    do {
      let (state, tokens) = (PageViewState(), [Token(), Token()])
      (ended, early, late) = (state, tokens[0], tokens[1])
      view = ObservedView(state)
      _ = view.snapshot()
      state.whileEncoded = {
        _ = store[tokens[0]]
        view.end()
        _ = store[tokens[1]]
      }
      state.increment()
      _ = view.refresh()
    }
    #expect(ended == nil)
    // A dictionary removes keys that are no longer observed when there are many others.
    let other = ObservedView(state)
    state.whileEncoded = { _ = store[Token()] }
    for _ in 0..<100 {
      state.increment()
      _ = other.snapshot()
    }
    #expect(early == nil && late == nil)
  }

  @Test func aClosedViewReleasesItsMemory() async throws {
    let store = state
    weak var remains: ReaderViewState?
    let client = TestClient(ReaderViewState.self) {
      let made = ReaderViewState(store: store)
      remains = made
      return made
    }
    for _ in 0..<3 {
      try await client.open("reader", as: "r")
      #expect(remains != nil)
      await client.call("increment", on: "r").settled
      await client.request("view/close", #"{"view":"r"}"#).settled
      #expect(remains == nil)
      store.increment()
    }
    #expect(client.takeChanges() == [1, 3, 5].map { #"r {"third":\#($0)}"# })
  }

  @MainActor @ViewState("reader")
  final class ReaderViewState {
    var third: Int { store.third }
    private let store: PageViewState

    init(store: PageViewState) { self.store = store }

    @Action func increment() { store.increment() }
  }
}
