import Foundation
import JSON
import StateProtocol
import StateServer
import SVVS
import SVVSTesting
import Testing

/// Properties whose values have no JSON form, and properties that show objects.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ValueWithoutFormTests {
  @MainActor @ViewState("gauge")
  final class GaugeState {
    private(set) var ratios: [Double]
    private(set) var name = "a"

    init(ratios: [Double]) { self.ratios = ratios }

    @Action func divide(by divisor: Double) { ratios = [1, 1 / divisor] }
    @Action func rename(_ name: String) { self.name = name }
  }

  private func client(ratios: [Double] = [1]) -> TestClient {
    TestClient(GaugeState.self) { GaugeState(ratios: ratios) }
  }

  private let message = "The state of the view type gauge cannot be sent: /ratios/1 must be a finite number."

  @Test func aViewWhoseStateHasNoFormIsNotOpened() async throws {
    let client = client(ratios: [1, .nan])
    let failure = await #expect(throws: Failure.self) { try await client.open("gauge", as: "g") }
    #expect(failure == Failure(.internalError, message))
    let missing = await #expect(throws: Failure.self) { try await client.state(of: "g") }
    #expect(missing?.message.contains("is not open") == true)
  }

  @Test func anOpenViewKeepsTheLastValueThatHasAForm() async throws {
    let client = client()
    try await client.open("gauge", as: "g")
    _ = try await client.call("divide", on: "g", ["by": 0]).result
    _ = try await client.call("rename", on: "g", ["name": "b"]).result
    #expect(client.takeChanges() == [#"g {"name":"b"}"#])
    let failure = await #expect(throws: Failure.self) { try await client.state(of: "g") }
    #expect(failure == Failure(.internalError, message))
    _ = try await client.call("divide", on: "g", ["by": 2]).result
    #expect(client.takeChanges() == [#"g {"ratios":[1.0,0.5]}"#])
    #expect(try await client.state(of: "g").description == #"{"ratios":[1.0,0.5],"name":"b"}"#)
  }

  @Test func aBatchWithSuchAStateIsAnswered() async throws {
    let client = client(ratios: [0, .infinity])
    client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"type":"gauge","view":"g"}}]"#)
    #expect(try await client.nextLine().contains(message))
  }

  @MainActor @ViewState("calendar")
  final class CalendarState {
    private(set) var times: [Date] = []
    private(set) var links: [String: URL?] = [:]

    @Action func add(seconds: Double) { times.append(Date(timeIntervalSince1970: seconds)) }
    @Action func link(text: String) { links["a"] = URL(string: text) }
  }

  @Test func timesAndURLsWithoutAFormAreErrorsWithTheirPaths() async throws {
    for (action, arguments, reason) in [
      ("add", ["seconds": 1e12], "/times/0 must be a time from the year 0 to the year 9999"),
      ("link", ["text": "a/b"], "/links/a must be a URL with a scheme such as https"),
    ] as [(String, KeyValuePairs<String, any JSONEncodable>, String)] {
      let client = TestClient(CalendarState.self) { CalendarState() }
      try await client.open("calendar", as: "c")
      _ = try await client.call(action, on: "c", arguments).result
      let failure = await #expect(throws: Failure.self) { try await client.state(of: "c") }
      #expect(failure?.message == "The state of the view type calendar cannot be sent: \(reason).")
    }
  }

  @JSONCodable
  struct Share {
    let value: Double
    let names: [String]
  }

  @MainActor @ViewState("shares")
  final class SharesState {
    let shares = ObservableArray<Share>()
    private(set) var divisors: [Double] = []

    @Action func divide(by divisor: Double) {
      shares.append(Share(value: 1 / divisor, names: ["a"]))
      divisors.append(divisor)
    }
  }

  @Test func anElementWithoutAFormDoesNotAffectTheRestOfTheMessage() async throws {
    let client = TestClient(SharesState.self) { SharesState() }
    try await client.open("shares", as: "s")
    _ = try await client.call("divide", on: "s", ["by": 0]).result
    let bad = #"{"value":null,"names":null}"#
    #expect(client.takeChanges() == [#"s {"shares":[\#(bad)],"divisors":[0.0]}"#])
    _ = try await client.call("divide", on: "s", ["by": 2]).result
    let good = #"{"value":0.5,"names":["a"]}"#
    #expect(client.takeChanges() == [#"s {"shares":[\#(bad),\#(good)],"divisors":[0.0,2.0]}"#])
    #expect(try await client.state(of: "s").description == #"{"shares":[\#(bad),\#(good)],"divisors":[0.0,2.0]}"#)
  }

  /// An object with a long text, which is shown by two properties.
  @MainActor @Store @JSONCodable
  final class Note {
    var text = String(repeating: "a", count: 200)
  }

  @MainActor @ViewState("notes")
  final class NotesState {
    private let shown: Note
    var first: [Note] { [shown] }
    var second: Note { shown }
    var third: Set<Int> { [shown.text.count] }

    init(_ note: Note) { shown = note }

    @Action func write(_ text: String) { shown.text = text }
  }

  @Test func everySubscriptionToAnObjectReceivesItsChanges() async throws {
    let note = Note()
    let client = TestClient(NotesState.self) { NotesState(note) }
    for view in ["a", "b", "c"] { try await client.open("notes", as: view) }
    for text in [String(repeating: "b", count: 200), String(repeating: "c", count: 200), "d"] {
      _ = client.takeChanges()
      _ = try await client.call("write", on: "b", ["text": text]).result
      let changed = client.takeChanges().joined()
      for view in ["a", "b", "c"] {
        #expect(changed.contains(#"\#(view) {"first":[{"text":"\#(text)"}],"second":{"text":"\#(text)"}"#), "\(view)")
        let state = try await client.state(of: view)
        #expect(state["second"]?["text"]?.string == text && state["first"]?.elements.first?["text"]?.string == text)
      }
    }
  }
}
