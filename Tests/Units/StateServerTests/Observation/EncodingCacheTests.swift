import SVVS
import SVVSTesting
import Testing

@testable import StateServer

/// A value that several views show is encoded once a commit.
@MainActor
struct EncodingCacheTests {
  typealias Row = ObservableArrayTests.Row

  /// How often elements are encoded by some work.
  func count(_ work: () -> Void) -> Int {
    let counter = ObservableArrayTests.Counter()
    Row.$written.withValue(counter, operation: work)
    return counter.count
  }

  let rows = (0..<20).map { Row(id: $0, title: "The title of a row") }
  let others = (0..<20).map { Row(id: $0, title: "Another title of a row") }
  let encodingCache = EncodingCache()

  func text(of rows: [Row]) -> EncodedText {
    do {
      return try encodingCache.text(of: rows) { rows.encode(to: &$0) }
    } catch {
      Issue.record(error)
      return EncodedText()
    }
  }

  @Test func theTextIsSharedDuringACommit() {
    encodingCache.beginCommit()
    let written = count {
      let first = text(of: rows)
      let second = text(of: others)
      for _ in 0..<10 {
        #expect(text(of: rows).isSame(as: first))
        #expect(text(of: others).isSame(as: second))
      }
    }
    #expect(written == rows.count + others.count)
  }

  @Test func aValueThatWasChangedInPlaceIsAnother() {
    encodingCache.beginCommit()
    var rows = rows
    let first = text(of: rows)
    rows[3].title = "New"
    #expect(!text(of: rows).isSame(as: first))
  }

  @Test func aValueThatIsMadeAnewEachTimeIsNotTakenForTheLast() {
    encodingCache.beginCommit()
    for number in 0..<100 {
      let made = rows.map { Row(id: number, title: $0.title) }
      #expect(text(of: made).bytes.starts(with: Array("[{\"id\":\(number),".utf8)))
    }
  }

  @Test func nothingIsKeptBetweenCommits() {
    #expect(count { for _ in 0..<2 { _ = text(of: rows) } } == 2 * rows.count)
    encodingCache.beginCommit()
    _ = text(of: rows)
    encodingCache.endCommit()
    #expect(count { _ = text(of: rows) } == rows.count)
  }

  @Test func manyViewsOfOneListEncodeItOnce() async throws {
    let store = ListStore()
    let client = TestClient(PlainListViewState.self) { PlainListViewState(store: store) }
    for view in ["a", "b", "c"] { try await client.open("plainList", as: view) }
    let counter = ObservableArrayTests.Counter()
    await Row.$written.withValue(counter) { await client.call("fill", on: "a").settled }
    #expect(client.takeChanges().joined().contains(#"c {"rows":[{"id":0,"#))
    #expect(counter.count == 20)
  }

  @MainActor @Store
  final class ListStore {
    var rows: [Row] = []
  }

  @MainActor @ViewState("plainList")
  final class PlainListViewState {
    var rows: [Row] { store.rows }
    private let store: ListStore

    init(store: ListStore) { self.store = store }

    @Action func fill() { store.rows = (0..<20).map { Row(id: $0, title: "The title of a row") } }
  }
}
