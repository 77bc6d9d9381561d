import JSON
import SVVS
import Testing

/// What is told of an array that knows what changed in it, and what is looked at to tell it.
@MainActor
struct ObservableArrayTests {
  /// An element that counts how often one like it is written.
  struct Row: JSONEncodable {
    static let jsonSchema = JSON.jsonSchema
    @TaskLocal static var written = Counter()

    let id: Int
    var title: String

    func encode(to writer: inout JSONWriter) {
      Row.written.count += 1
      writer.object { writer in
        writer.member("id", id)
        writer.member("title", title)
      }
    }
  }

  final class Counter: @unchecked Sendable {
    // Only read and written where the test runs, on the main actor.
    var count = 0
  }

  @MainActor @Observable @ViewState("list")
  final class ListViewState {
    var rows: ObservableArray<Row> { isOther ? other : first }
    var isOther = false

    private let first: ObservableArray<Row>
    private let other: ObservableArray<Row>

    init(first: ObservableArray<Row>, other: ObservableArray<Row>) {
      (self.first, self.other) = (first, other)
    }
  }

  let rows = ObservableArray((0..<1_000).map { Row(id: $0, title: "Row") })
  let others = ObservableArray([Row(id: 0, title: "Another")])
  let observer: StateObserver<ListViewState>

  init() {
    observer = StateObserver(ListViewState(first: rows, other: others))
    observer.delivery = .patch
    _ = snapshot()
  }

  func snapshot() -> String {
    var writer = JSONWriter()
    writer.object { observer.writeSnapshot(to: &$0) }
    return writer.description
  }

  func patch() -> String {
    var writer = JSONWriter()
    writer.object { _ = observer.writeChanges(to: &$0) }
    return writer.description
  }

  @Test func oneElementIsToldByItsIndexAndNoOtherIsLookedAt() {
    Row.$written.withValue(Counter()) {
      rows[500].title = "New"
      #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/500/title","value":"New"}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func anElementAtTheEndIsToldAndNoOtherIsLookedAt() {
    Row.$written.withValue(Counter()) {
      rows.append(Row(id: 1_000, title: "New"))
      #expect(patch() == #"{"patch":[{"op":"add","path":"/rows/1000","value":{"id":1000,"title":"New"}}]}"#)
      #expect(Row.written.count <= 8)
    }
  }

  @Test func whatIsRemovedOneByOneFromTheEndIsTold() {
    for _ in 0..<3 { rows.remove(at: rows.count - 1) }
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

  @Test func whatChangesAndChangesBackIsNotTold() {
    rows[7].title = "New"
    rows.insert(Row(id: -1, title: "New"), at: 3)
    rows.remove(at: 3)
    rows[7].title = "Row"
    #expect(patch() == "{}")
    rows[7].title = "New"
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/7/title","value":"New"}]}"#)
  }

  @Test func aShortArrayIsSentWhereTheStepsWouldBeLonger() throws {
    try observer.assignment(of: JSON(parsing: #"{"isOther":true}"#))()
    _ = patch()
    others[0] = Row(id: 1, title: "")
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows","value":[{"id":1,"title":""}]}]}"#)
  }

  @Test func anotherArrayIsComparedWithTheOneThatWasTold() throws {
    rows[0].title = "Never told"
    others.elements = rows.elements
    others[0].title = "Row"
    try observer.assignment(of: JSON(parsing: #"{"isOther":true}"#))()
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/isOther","value":true}]}"#)
    rows[1].title = "Not shown"
    #expect(patch() == "{}")
    others[1].title = "Shown"
    #expect(patch() == #"{"patch":[{"op":"replace","path":"/rows/1/title","value":"Shown"}]}"#)
  }

  @Test func aViewThatHasEndedIsWrittenAsItWas() {
    rows.elements = [Row(id: 1, title: "Last")]
    observer.end()
    rows[0].title = "Later"
    #expect(snapshot() == #"{"rows":[{"id":1,"title":"Last"}],"isOther":false}"#)
  }

  @Test func whoReadsTheElementsIsToldOfAChange() async {
    await confirmation { changed in
      withObservationTracking {
        _ = rows.count
      } onChange: {
        changed()
      }
      rows[0].title = "New"
    }
  }
}
