import SVVS
import StateProtocol
import Testing

@testable import StateServer

/// The patches of an array that records its changes, and the elements that are read for them.
@MainActor
struct ObservableArrayTests {
  /// An element that counts how often one like it is written.
  struct Row: JSONCodable {
    static let jsonSchema = JSONValue.jsonSchema
    @TaskLocal static var written = Counter()

    var id: Int
    var title: String

    init(id: Int, title: String) {
      (self.id, self.title) = (id, title)
    }

    init(json: JSONValue) throws(JSONDecodingError) {
      self.init(id: try json.decode("id"), title: try json.decode("title"))
    }

    func encode(to writer: inout JSONWriter) {
      Row.written.count += 1
      writer.object { writer in
        writer.member("id", id)
        writer.member("title", title)
      }
    }
  }

  // Only read and written where the test runs, on the main actor.
  final class Counter: @unchecked Sendable {
    var count = 0
  }

  @MainActor @Observable @ViewState("list")
  final class ListViewState {
    var rows: ObservableArray<Row> { isOther ? other : first }
    @Settable var isOther = false

    private let first: ObservableArray<Row>
    private let other: ObservableArray<Row>

    init(first: ObservableArray<Row>, other: ObservableArray<Row>) {
      (self.first, self.other) = (first, other)
    }
  }

  /// A view state that adds rows when it is read.
  @MainActor @Observable @ViewState("growing")
  final class GrowingViewState {
    let rows = ObservableArray<Row>()
    var size = 0
    var fill: Int {
      if rows.count < size { rows.append(Row(id: size, title: "New")) }
      return size
    }
  }

  let rows = ObservableArray((0..<1_000).map { Row(id: $0, title: "Row") })
  let others = ObservableArray([Row(id: 0, title: "Another")])
  let view: ObservedView

  init() {
    view = ObservedView(ListViewState(first: rows, other: others), delivery: .patch)
    _ = snapshot()
  }

  func snapshot() -> String { view.snapshot() }

  func patch() -> String { view.changes() }

  @Test func oneElementIsSentByItsIndexAndNoOtherIsRead() {
    Row.$written.withValue(Counter()) {
      rows[500].title = "New"
      #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/500/title","value":"New"}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func anElementAtTheEndIsSentAndNoOtherIsRead() {
    Row.$written.withValue(Counter()) {
      rows.append(Row(id: 1_000, title: "New"))
      #expect(patch() == #"{"patch":[{"op":"add","path":"/rows/1000","value":{"id":1000,"title":"New"}}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func distantChangesAreSentWithoutTheElementsBetween() {
    Row.$written.withValue(Counter()) {
      rows.append(Row(id: 1_000, title: "New"))
      rows.remove(at: 0)
      rows[500].title = "Other"
      #expect(
        patch()
          == #"{"patch":[{"op":"remove","path":"/rows/0"},{"op":"replace","path":"/rows/500/title","value":"Other"},"#
          + #"{"op":"add","path":"/rows/999","value":{"id":1000,"title":"New"}}]}"#)
      #expect(Row.written.count <= 24)
    }
  }

  @Test func elementsThatAreRemovedByAPredicateAreSentAndNoOtherIsRead() {
    Row.$written.withValue(Counter()) {
      rows.removeAll { [10, 11, 500].contains($0.id) }
      #expect(
        patch()
          == #"{"patch":[{"op":"remove","path":"/rows/11"},{"op":"remove","path":"/rows/10"},"#
          + #"{"op":"remove","path":"/rows/498"}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func aRevertedChangeIsNotComparedAgain() {
    rows[3].title = "New"
    rows.insert(Row(id: -1, title: "New"), at: 7)
    rows.remove(at: 7)
    rows[3].title = "Row"
    rows.append(contentsOf: [])
    #expect(patch() == "{}")
    Row.$written.withValue(Counter()) {
      rows[900].title = "New"
      #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/900/title","value":"New"}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func elementsThatSwapPlacesAreIdentifiedByTheirIDs() {
    let row = rows[1]
    rows[1] = rows[800]
    rows[800] = row
    #expect(
      patch()
        == #"{"patch":[{"op":"remove","path":"/rows/800"},{"op":"remove","path":"/rows/1"},"#
        + #"{"op":"add","path":"/rows/1","value":{"id":800,"title":"Row"}},"#
        + #"{"op":"add","path":"/rows/800","value":{"id":1,"title":"Row"}}]}"#)
  }

  @Test func veryManyChangesAreSentTogether() throws {
    rows.append(contentsOf: (1_000..<3_000).map { Row(id: $0, title: "Row") })
    _ = patch()
    let told = try value(of: rows.elements)
    for index in stride(from: 2_999, through: 1, by: -2) { rows[index].title = "New" }
    for index in stride(from: 2_998, through: 0, by: -20) { rows.insert(Row(id: 4_000 + index, title: ""), at: index) }
    for index in stride(from: 0, to: 1_200, by: 3) { rows.remove(at: index) }
    let steps = try #require(JSONValue(parsing: patch())["patch"])
    #expect(try applying(steps, to: .object(["rows": told])) == .object(["rows": value(of: rows.elements)]))
  }

  private func value(of rows: [Row]) throws -> Value {
    var writer = JSONWriter()
    writer.write(rows)
    return Value(try JSONValue(parsing: writer.bytes))
  }

  @Test func removalsFromTheEndAreSent() {
    for _ in 0..<3 { rows.removeLast() }
    #expect(
      patch()
        == #"{"patch":[{"op":"remove","path":"/rows/999"},{"op":"remove","path":"/rows/998"},"#
        + #"{"op":"remove","path":"/rows/997"}]}"#)
  }

  @Test func anElementThatIsAnotherNowIsRemovedAndAdded() {
    rows[1] = Row(id: -1, title: "New")
    #expect(
      patch()
        == #"{"patch":[{"op":"remove","path":"/rows/1"},{"op":"add","path":"/rows/1","value":{"id":-1,"title":"New"}}]}"#
    )
  }

  @Test func aRevertedChangeIsNotSent() {
    rows[7].title = "New"
    rows.insert(Row(id: -1, title: "New"), at: 3)
    rows.remove(at: 3)
    rows[7].title = "Row"
    #expect(patch() == "{}")
    rows[7].title = "New"
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/7/title","value":"New"}]}"#)
  }

  @Test func aShortArrayIsSentWhereTheStepsWouldBeLonger() throws {
    try view.set(#"{"isOther":true}"#)
    _ = patch()
    others[0] = Row(id: 1, title: "")
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows","value":[{"id":1,"title":""}]}]}"#)
  }

  @Test func anotherArrayIsComparedWithTheLastSentOne() throws {
    rows[0].title = "Never told"
    others.elements = rows.elements
    others[0].title = "Row"
    try view.set(#"{"isOther":true}"#)
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/isOther","value":true}]}"#)
    rows[1].title = "Not shown"
    #expect(patch() == "{}")
    Row.$written.withValue(Counter()) {
      others[1].title = "Shown"
      #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/1/title","value":"Shown"}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func aViewThatHasEndedIsWrittenAsItWas() {
    rows.elements = [Row(id: 1, title: "Last")]
    view.end()
    rows[0].title = "Later"
    #expect(snapshot() == #"{"rows":[{"id":1,"title":"Last"}],"isOther":false}"#)
  }

  @Test func anArrayIsFollowedNoLongerThanItIsShown() throws {
    try view.set(#"{"isOther":true}"#)
    _ = patch()
    #expect((rows.isFollowed, others.isFollowed) == (false, true))
    view.end()
    #expect(!others.isFollowed)
  }

  @Test func anArrayIsNotFollowedByAnObserverThatIsGone() {
    var dropped: ObservedView? = ObservedView(ListViewState(first: others, other: others))
    _ = dropped?.snapshot()
    #expect(others.isFollowed)
    dropped = nil
    #expect(!others.isFollowed)
  }

  @Test func changesByTheReadingOfASnapshotAreSentOnce() {
    let state = GrowingViewState()
    let view = ObservedView(state, delivery: .patch)
    _ = view.snapshot()
    state.size = 1
    _ = view.changes()
    _ = view.changes()
    state.size = 2
    #expect(view.snapshot().contains(#"[{"id":1,"title":"New"},{"id":2,"title":"New"}]"#))
    #expect(view.changes() == "{}")
  }

  @Test func readersOfTheElementsAreNotifiedOfAChange() async {
    let counts = AsyncStream.makeStream(of: Int.self)
    let effect = Effect.onChange(of: { rows.count }) { counts.continuation.yield($0) }
    rows.append(Row(id: 9, title: "New"))
    for await count in counts.stream.prefix(1) { #expect(count == rows.count) }
    effect.cancel()
    await effect.completion
  }
}
