import JSON
import MainLoop
import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Input that is handled in slices, each of which is one message here.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct InputTests {
  private let app = CounterApp()
  private let host: Host

  init() throws {
    var configuration = ServerConfiguration()
    configuration.inputSlice = .zero
    configuration.limits.messageValues = 100
    configuration.limits.batchEntries = 5
    host = try Host(app, configuration: configuration, scheduler: NoTurns(), outlivesConnections: true)
  }

  private func connect() -> SlicedConnection {
    let connection = SlicedConnection(to: host)
    connection.put(message("view/open", #"{"type":"counter","view":"v"}"#, id: 0))
    _ = connection.takeLines()
    return connection
  }

  private func message(_ method: String, _ params: String = #"{"view":"v"}"#, id: Int? = nil) -> String {
    #"{"jsonrpc":"2.0","# + (id.map { #""id":\#($0),"# } ?? "") + #""method":"\#(method)","params":\#(params)}"#
  }

  private func change(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","method":"state/changed","params":{"commit":\#(number),"views":[{"view":"v","#
      + #""from":\#(number - 1),"changes":{"number":\#(number)}}]}}"#
  }

  private func reply(_ id: Int, commit: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":{"commit":\#(commit)}}"#
  }

  @Test func messagesOfOneReadAreHandledInOrderSliceBySlice() {
    let connection = connect()
    connection.put(message("add", id: 1) + "\n" + message("add", id: 2) + "\n" + message("add", id: 3))
    for number in 1...3 {
      #expect(connection.takeLines() == [change(number), reply(number, commit: number)])
      #expect(connection.progress == (number < 3 ? .unfinished : .done))
      connection.takeSlice()
    }
    #expect(connection.takeLines() == [])
  }

  @Test func othersAreServedBetweenTheEntriesOfABatch() {
    let (first, second) = (connect(), connect())
    first.put("[" + [1, 2, 3].map { message("add", id: $0) }.joined(separator: ",") + "]")
    #expect(first.takeLines() == [change(1)])
    #expect(second.takeLines() == [change(1)])
    second.put(message("add", id: 4))
    #expect(second.takeLines() == [change(2), reply(4, commit: 2)])
    #expect(first.takeLines() == [change(2)])
    first.takeSlices()
    let replies = [reply(1, commit: 4), reply(2, commit: 4), reply(3, commit: 4)]
    #expect(first.takeLines() == [change(3), change(4), "[" + replies.joined(separator: ",") + "]"])
  }

  @Test func allMessagesAreHandledAtTheEndOfTheInput() async {
    let connection = connect()
    connection.put(message("add"), end: "[" + message("add", id: 1) + "," + message("add", id: 2) + "]")
    connection.takeSlices()
    #expect(connection.takeLines() == [change(1)])
    connection.client.inputEnded()
    #expect(connection.progress == .unfinished)
    connection.takeSlices()
    await connection.ended
    #expect(
      connection.takeLines() == [change(2), change(3), "[" + reply(1, commit: 3) + "," + reply(2, commit: 3) + "]"])
    #expect(connection.status == 0)
  }

  @Test func aBatchIsAnsweredAfterTheEndOfTheInputWhenTheClientReadsOn() async {
    let connection = connect()
    connection.isOutputBlocked = true
    connection.put("[" + message("add", id: 1) + "," + message("add", id: 2) + "]")
    connection.takeSlices()
    connection.client.inputEnded()
    await connection.ended
    #expect(connection.takeLines() == [])
    connection.isOutputBlocked = false
    connection.client.outputDrained()
    let commit = 1
    #expect(
      connection.takeLines() == [
        #"{"jsonrpc":"2.0","method":"state/changed","params":{"commit":\#(commit),"views":[{"view":"v","from":0,"#
          + #""changes":{"number":2}}]}}"#, "[" + reply(1, commit: commit) + "," + reply(2, commit: commit) + "]",
      ])
  }

  @Test func readInputIsHandledAndAnsweredBeforeATermination() async {
    let connection = connect()
    connection.put("[" + [1, 2].map { message("add", id: $0) }.joined(separator: ",") + "]\n" + message("add", id: 3))
    #expect(connection.takeLines() == [change(1)])
    host.terminationRequested()
    await connection.ended
    let replies = "[" + reply(1, commit: 2) + "," + reply(2, commit: 2) + "]"
    #expect(connection.takeLines() == [change(2), replies, change(3), reply(3, commit: 3)])
    connection.takeSlice()
    #expect(connection.takeLines() == [])
  }

  @Test func aConnectionThatHasEndedSendsItsLastCommitToASlowClient() {
    let (first, second) = (connect(), connect())
    first.isOutputBlocked = true
    first.put(message("add", id: 1))
    first.put(message("exit", "{}"))
    second.put(message("add", id: 2))
    first.isOutputBlocked = false
    first.client.outputDrained()
    #expect(first.takeLines() == [change(1), reply(1, commit: 1)])
    #expect(second.takeLines() == [change(1), change(2), reply(2, commit: 2)])
  }

  /// A message with a header.
  private func framed(_ message: String) -> String { "Content-Length: \(message.utf8.count)\r\n\r\n\(message)" }

  private let brokenHeader = "Content-Length: none\r\n\r\n"

  @Test func aBrokenHeaderIsRefusedBeforeATermination() async {
    let connection = SlicedConnection(to: host)
    let open = message("view/open", #"{"type":"counter","view":"v"}"#, id: 0)
    connection.put(framed(open) + framed(message("add", id: 1)) + brokenHeader)
    #expect(connection.progress == .unfinished)
    host.terminationRequested()
    await connection.ended
    let lines = connection.takeLines()
    #expect(lines.contains { $0.contains(reply(1, commit: 1)) })
    #expect(lines.count { $0.contains("ParseError") } == 1)
    #expect(connection.status == 0)
  }

  @Test func aBrokenHeaderEndsTheInputAndCallsAreAnswered() async {
    let connection = SlicedConnection(to: host)
    connection.put(framed(message("view/open", #"{"type":"counter","view":"v"}"#, id: 0)))
    connection.put(framed(message("addLater", #"{"view":"v","request":"r"}"#, id: 1)))
    connection.put(brokenHeader + framed(message("add", id: 2)))
    connection.takeSlices()
    connection.put(framed(message("add", id: 3)))
    connection.client.inputEnded()
    #expect(connection.takeLines().count { $0.contains("ParseError") } == 1)
    #expect(connection.status == nil)
    await app.gate.release("r", with: ())
    await connection.ended
    #expect(connection.takeLines().contains { $0.contains(reply(1, commit: 2)) })
    #expect(connection.status == 1)
    #expect(app.store.number == 1, "the rest of the input is ignored")
  }

  /// The ways to end a connection after which no work is left.
  enum OrderlyEnd: CaseIterable { case endOfInput, shutdown, termination }

  @Test(arguments: OrderlyEnd.allCases)
  func aProcessWithOneConnectionHasNothingLeftToWaitFor(end: OrderlyEnd) async throws {
    let app = CounterApp(gate: Gate(honoursCancellation: false))
    let host = try Host(app, scheduler: NoTurns(), outlivesConnections: false)
    let connection = SlicedConnection(to: host)
    connection.put(message("session/open", #"{"session":"s","shared":true,"keep":60}"#, id: 0))
    for session in ["default", "s"] {
      connection.put(message("view/open", #"{"type":"counter","view":"\#(session)","session":"\#(session)"}"#, id: 1))
      connection.put(message("addInBackground", #"{"view":"\#(session)","request":"\#(session)"}"#, id: 2))
    }
    switch end {
    case .endOfInput: connection.client.inputEnded()
    case .shutdown:
      connection.put(message("shutdown", "{}", id: 3))
      connection.put(message("exit", "{}"))
    case .termination: host.terminationRequested()
    }
    #expect(app.cancelled.values.sorted() == ["default", "s"])
    await app.gate.release("s", with: ())
    #expect(connection.status == nil)
    await app.gate.release("default", with: ())
    await connection.ended
    #expect((connection.status, app.store.number) == (0, 2))
    var hasEnded = false
    _ = Task.immediate {
      await host.end()
      hasEnded = true
    }
    #expect(hasEnded)
  }

  @Test func viewsThatChangeEachOtherGoOnInTheNextTurn() throws {
    let turns = NoTurns()
    let host = try Host(PingPongApp(), scheduler: turns, outlivesConnections: true)
    let connection = SlicedConnection(to: host)
    for view in ["ping", "pong"] { connection.put(message("view/open", #"{"type":"\#(view)"}"#, id: 0)) }
    connection.put(message("play", #"{"rounds":20}"#, id: 1))
    #expect(turns.nextTurnCount == 1)
    while turns.nextTurnCount > 0 {
      turns.nextTurnCount = 0
      host.turnEnded()
    }
    #expect(connection.takeLines().last?.contains(#""count":20"#) ?? false)
  }

  @Test func aConnectionThatIsCutDiscardsAndReleasesItsMessages() {
    let other = connect()
    weak var served: Connection?
    do {
      let connection = connect()
      served = connection.client
      connection.isOutputBlocked = true
      connection.put("[" + [1, 2, 3].map { message("add", id: $0) }.joined(separator: ",") + "]")
      #expect(connection.progress == .unfinished)
      connection.client.disconnect()
      connection.takeSlice()
      connection.release()
    }
    #expect(other.takeLines() == [change(1)])
    #expect(served == nil)
  }

  @Test(arguments: [true, false]) func exitDropsTheRestOfItsBatch(isRead: Bool) {
    let other = connect()
    weak var served: Connection?
    do {
      let connection = connect()
      served = connection.client
      connection.isOutputBlocked = !isRead
      connection.put("[" + message("add", id: 1) + "," + message("exit", "{}") + "," + message("add", id: 2) + "]")
      connection.takeSlices()
      #expect(connection.status == 1)
      // Unsent messages can be sent until the loop's timeout.
      connection.isOutputBlocked = false
      connection.client.outputDrained()
      #expect(connection.takeLines() == [change(1)])
      connection.release()
    }
    #expect(other.takeLines() == [change(1)])
    #expect(served == nil)
  }

  @Test func aBatchOfTooManyEntriesIsRefusedAsAWhole() {
    let connection = connect()
    let overload =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"The batch has too many entries: 5 are allowed.","#
      + #""data":{"kind":"Overloaded","limit":"batchEntries","retryable":true}}}"#
    connection.put("[" + (1...6).map { message("add", id: $0) }.joined(separator: ",") + "]")
    #expect(connection.takeLines() == [overload])
    connection.put("[" + (1...5).map { _ in message("add") }.joined(separator: ",") + "]")
    connection.takeSlices()
    #expect(connection.takeLines() == (1...5).map(change))
  }

  @Test func aMessageOfTooManyValuesIsRefusedAsAWhole() {
    let connection = connect()
    let overload =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"The message has too many values: 100 are allowed."#
      + #"","data":{"kind":"Overloaded","limit":"messageValues","retryable":true}}}"#
    func batch(values: Int) -> String {
      // An entry has five values, and the array is one.
      let elements = (11...values).map { _ in "1" }.joined(separator: ",")
      return "[" + message("add", "{}", id: 1) + "," + message("add", "[\(elements)]") + "]"
    }
    connection.put(batch(values: 100))
    connection.takeSlices()
    connection.put(batch(values: 101))
    let lines = connection.takeLines()
    #expect(lines.first == change(1))
    #expect(lines.last == overload)
    #expect(lines.count == 3)
  }
}

/// A connection whose client is given slices of time one by one.
@MainActor
private final class SlicedConnection: Transport {
  var isOutputBlocked = false
  private(set) var status: Int32?

  private var connection: Connection?
  private var output: [UInt8] = []
  private var waiter: CheckedContinuation<Void, Never>?

  init(to host: Host) { connection = host.connect(self) }

  var client: Connection {
    guard let connection else { preconditionFailure("it is made with the connection") }
    return connection
  }

  var progress: InputProgress { client.inputProgress }

  /// Has the client receive a line and the beginning of another, and handle its first message.
  func put(_ line: String, end: String = "") {
    Array("\(line)\n\(end)".utf8).withUnsafeBytes { client.received($0) }
  }

  func takeSlice() { client.continueInput() }

  /// Has the client handle all that is left.
  func takeSlices() {
    while progress == .unfinished { takeSlice() }
  }

  /// The lines that the client has sent since the last time.
  func takeLines() -> [String] {
    defer { output = [] }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Releases the client, as a loop does.
  func release() { connection = nil }

  /// Waits until the client has ended the connection.
  var ended: Void {
    get async { if status == nil { await withCheckedContinuation { waiter = $0 } } }
  }

  func send(_ body: (inout [UInt8]) -> Void) { body(&output) }

  func end(status: Int32, timeout: Duration) {
    self.status = self.status ?? status
    waiter?.resume()
    waiter = nil
  }

  func resumeInput() {}
}

/// Two views, of which each adds to the count of the other when it is read, up to a number of rounds.
@MainActor
struct PingPongApp: App {
  let table = PingPongStore()

  var views: [ViewType<Void>] {
    [ViewType(PingViewState.self) { PingViewState(table) }, ViewType(PongViewState.self) { PongViewState(table) }]
  }
}

@MainActor @Observable
final class PingPongStore {
  var rounds = 0
  var ping = 0
  var pong = 0
}

@MainActor @Observable @ViewState("ping")
final class PingViewState {
  var count: Int {
    if table.ping < table.rounds, table.pong < table.ping + 1 { table.pong = table.ping + 1 }
    return table.ping
  }

  private let table: PingPongStore

  init(_ table: PingPongStore) { self.table = table }

  @Action func play(_ rounds: Int) { table.rounds = rounds }
}

@MainActor @Observable @ViewState("pong")
final class PongViewState {
  var count: Int {
    if table.ping < table.pong { table.ping = table.pong }
    return table.pong
  }

  private let table: PingPongStore

  init(_ table: PingPongStore) { self.table = table }
}
