import JSON
import SVVS
import StateProtocol
import TestSupport
import Testing

@testable import SVVSTesting
@testable import StateServer

/// Texts that grow, as they are sent to clients with the capability `append` and to others.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct GrowingTextTests {
  @MainActor @ViewState("log")
  final class LogViewState {
    var text = ""
    var note: String?
    var count = 0
    var copy: String { text }
  }

  /// A client that folds what it receives, and checks that it may receive it.
  @MainActor
  private final class Client {
    let lone: LoneOutbox
    let appends: Bool
    private(set) var texts: [String: String?] = [:]
    private(set) var byteCounts: [Int] = []
    private var commit = 0

    init(turn: Turn, appends: Bool) {
      lone = LoneOutbox(turn: turn)
      lone.outbox.appends = appends
      self.appends = appends
    }

    func receive() throws {
      for line in lone.takeLines() {
        let message = try JSONValue(parsing: line)
        if let result = message["result"] {
          commit = try result.decode("commit")
          for (name, value) in try #require(result["state"]).members { texts[name] = value.string }
        } else {
          byteCounts.append(line.utf8.count)
          try fold(StateChanged<[ViewChange]>(json: #require(message["params"])))
        }
      }
    }

    private func fold(_ message: StateChanged<[ViewChange]>) throws {
      for change in message.views {
        #expect(change.from == commit)
        commit = message.commit
        switch change {
        case .values(let change):
          #expect(change.appended.map { appends && !$0.isEmpty } ?? !change.changes.json.members.isEmpty)
          replace(change.changes)
          for (name, text) in change.appended ?? [:] { try append(text, to: name) }
        case .patch(let change): try apply(change.patch)
        }
      }
    }

    private func replace(_ changes: JSONObject) {
      for (name, value) in changes.json.members { texts[name] = value.string }
    }

    private func append(_ text: String, to name: String) throws {
      let old = try #require(texts[name] ?? nil)
      #expect(!text.isEmpty)
      texts[name] = old + text
    }

    private func apply(_ steps: [JSONPatch.Operation]) throws {
      for step in steps {
        let step = try JSONValue(parsing: step.jsonText)
        let name = try String(#require(step["path"]?.string).dropFirst())
        if step["op"]?.string == "append" {
          #expect(appends)
          try append(#require(step["value"]?.string), to: name)
        } else {
          texts[name] = step["value"]?.string
        }
      }
    }
  }

  private let turn = LoneOutbox().turn
  private let state = LogViewState()
  private let view: View
  private let caller = TestHost(CounterApp()).connect(InProcessTransport())

  init() {
    let session = Session(
      "s", keep: 0, makeState: { _, _ in preconditionFailure("opens no view") }, endings: Endings(timeout: .zero) {},
      counting: SubscriptionCount())
    view = View(
      id: "v", number: 1, session: session, params: .empty, interface: LogViewState.interface, state: state,
      openedAfter: 0)
  }

  private func show(_ delivery: Delivery, appends: Bool) throws -> Client {
    let client = Client(turn: turn, appends: appends)
    let subscription = client.lone.outbox.show(view, delivery: delivery)
    client.lone.outbox.append(.opened(subscription), to: Call("view/open", id: .integer(1), batch: nil, from: caller))
    turn.turnEnded()
    try client.receive()
    return client
  }

  /// Ends the turn, and returns what a client receives.
  private func changes(of client: Client) throws -> [String] {
    turn.turnEnded()
    return try client.lone.takeLines().map { line in
      let change = try #require(JSONValue(parsing: line)["params"]?["views"]?.elements.first)
      let members = ["changes", "appended", "patch"].compactMap { name in change[name].map { "\(name) \($0)" } }
      return members.joined(separator: ", ")
    }
  }

  @Test func onlyAClientWithTheCapabilityReceivesWhatWasAdded() throws {
    state.text = "The first line.\n"
    let (one, other) = (try show(.properties, appends: true), try show(.properties, appends: false))
    let patched = try show(.patch, appends: true)
    state.text += "é"
    let steps = ["text", "copy"].map { #"{"op":"append","path":"/\#($0)","value":"é"}"# }
    #expect(try changes(of: patched) == ["patch [\(steps.joined(separator: ","))]"])
    #expect(try changes(of: one) == [#"appended {"text":"é","copy":"é"}"#])
    #expect(try changes(of: other) == [#"changes {"text":"The first line.\né","copy":"The first line.\né"}"#])
  }

  @Test func aPropertyEitherChangesOrGrows() throws {
    state.note = "A note of some length"
    let client = try show(.properties, appends: true)
    (state.note, state.count) = ("A note of some length, and more", 1)
    #expect(try changes(of: client) == [#"changes {"count":1}, appended {"note":", and more"}"#])
    state.note = nil
    #expect(try changes(of: client) == [#"changes {"note":null}"#])
    state.note = "A note of some length"
    #expect(try changes(of: client) == [#"changes {"note":"A note of some length"}"#])
  }

  @Test func aTextIsReplacedIfThatIsNotLonger() throws {
    state.note = String(repeating: "a", count: 13)
    let client = try show(.properties, appends: true)
    state.note = String(repeating: "a", count: 14)
    #expect(try changes(of: client) == [#"changes {"note":"aaaaaaaaaaaaaa"}"#])
    state.note = String(repeating: "a", count: 15)
    #expect(try changes(of: client) == [#"appended {"note":"a"}"#])
  }

  @Test func aSlowReaderReceivesEverythingThatWasAddedAtOnce() throws {
    state.note = "The first line.\n"
    let client = try show(.properties, appends: true)
    client.lone.transport.block()
    for line in ["one\n", "two\n", "three\n"] {
      state.note? += line
      turn.turnEnded()
    }
    _ = client.lone.transport.unblock()
    turn.add(client.lone.outbox)
    #expect(try changes(of: client) == [#"appended {"note":"one\ntwo\nthree\n"}"#])
  }

  @Test(arguments: [100, 1_000])
  func aStepTakesAsManyBytesAsItAddsAndAFewMore(stepSize: Int) throws {
    let client = try show(.properties, appends: true)
    for _ in 0..<1_000 {
      state.note = (state.note ?? "") + String(repeating: "a", count: stepSize)
      turn.turnEnded()
      try client.receive()
    }
    #expect(client.byteCounts.count == 1_000)
    #expect(try #require(client.byteCounts.max()) <= 130 + stepSize)
  }

  @Test(arguments: 0..<2)
  func theTextOfEachClientIsThatOfTheView(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var clients: [Client] = []
    for delivery in Delivery.allCases {
      for appends in [true, true, false] { clients.append(try show(delivery, appends: appends)) }
    }
    clients[0].lone.outbox.traceCauses()
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        if Bool.random(using: &random) {
          GrowingTextTests.edit(&state.text, using: &random)
        } else if Int.random(in: 0..<8, using: &random) == 0 {
          state.note = nil
        } else {
          GrowingTextTests.edit(&state.note, using: &random)
        }
        try turn.prepareCauses(ofCallOf: view)
      }
      if let client = clients.randomElement(using: &random), !client.lone.transport.unblock() {
        client.lone.transport.block()
      }
      for client in clients { turn.add(client.lone.outbox) }
      turn.turnEnded()
      if clients.count < 12, Int.random(in: 0..<50, using: &random) == 0 {
        clients.append(try show(.patch, appends: true))
      }
      for client in clients {
        try client.receive()
        guard !client.lone.transport.isOutputBlocked else { continue }
        for (name, text) in ["text": state.text, "copy": state.text, "note": state.note] {
          let found = try #require(client.texts[name])
          #expect(found.map { ExactString($0) } == text.map { ExactString($0) })
        }
      }
    }
  }

  private static let pieces = [
    "a", "some words ", "é", "e\u{301}", "\u{301}", "😀", "👩‍🚀", "\u{200D}", "\"", "\\", "\\u0041", "\0", "\u{1F}", "\r",
    "\n", "\u{2028}", "日本",
  ]

  private static func edit(_ text: inout String?, using random: inout SeededGenerator) {
    var edited = text ?? ""
    edit(&edited, using: &random)
    text = edited
  }

  /// Changes a text: mostly, it grows.
  private static func edit(_ text: inout String, using random: inout SeededGenerator) {
    let piece = pieces.randomElement(using: &random) ?? ""
    let kind = Int.random(in: 0..<24, using: &random)
    if kind == 5 { text += String(repeating: "é", count: LongText.minimumSize / 2) }
    if text.utf8.count > 2 * LongText.minimumSize { text = piece }
    guard kind < 5, !text.isEmpty else { return text += piece + piece }
    let offset = Int.random(in: 0..<text.utf8.count, using: &random)
    // The beginning of the scalar with this byte.
    let place = text.unicodeScalars.index(
      before: text.unicodeScalars.index(after: text.utf8.index(text.startIndex, offsetBy: offset)))
    switch kind {
    case 0: text.unicodeScalars.removeLast()
    case 1: text.unicodeScalars.insert(contentsOf: piece.unicodeScalars, at: place)
    case 2: text.unicodeScalars.replaceSubrange(place..., with: piece.unicodeScalars)
    case 3: text.unicodeScalars.removeSubrange(..<place)
    default: text = piece
    }
  }
}
