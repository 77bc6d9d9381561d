import JSON
import JSONRPC
import Logging
package import MainLoop
import SVVS

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The conversation with one client: its sessions, its views, its calls under way.
///
/// Every message is handled where it is read, on the main actor. What it changed and the answers it
/// caused are published at the end of the turn: first one commit, then the answers.
@MainActor
package final class Connection {
  static let logger = Logger(label: "svvs.connection")

  /// Where the connection is in the life of the process.
  enum Phase {
    case open, draining, shuttingDown, shutDown, over
  }

  let app: HostedApp
  let configuration: Configuration
  let loop: any MainLoop

  var phase = Phase.open
  /// What shuts down and answers that; the process does not end by itself before.
  var shutdown: Task<Void, Never>?
  /// Whether the process ends as soon as it is shut down.
  var exitsWhenShutDown = false
  /// How many calls have come.
  var callCount = 0
  var sessions: [ExactString: HostedApp.ViewFactory] = [:]
  var views: [ExactString: OpenView] = [:]
  var calls = CallTable<Call>()
  /// What closes views at the moment, and will answer that.
  var closings: [Int: Closing] = [:]
  /// The ids in use whose calls are not in the table, and what they wait for.
  var awaited: [RequestID: Awaited] = [:]

  /// Whether the client wants to know which calls made a commit.
  var tellsCauses = false
  /// Those that have changed something since the last commit.
  var causes: [Cause] = []
  /// How often views were read to find them.
  var causeReads = 0
  /// The number of the last commit.
  var commit = 0
  /// The views that may have changed since, each once.
  var dirtyViews: [OpenView] = []
  /// The answers to publish after the next commit, in order.
  var replies = ReplyQueue()
  var writer = JSONWriter()

  private var decoder: FrameDecoder
  private var lastNumber = 0

  package init(app: some App, configuration: Configuration = Configuration(), loop: any MainLoop) {
    self.app = HostedApp(app)
    self.configuration = configuration
    self.loop = loop
    decoder = FrameDecoder(framing: configuration.framing, maximumSize: configuration.limits.messageSize)
    loop.client = self
  }

  /// The framing that the client is addressed in.
  var framing: Framing { decoder.framing ?? .ndjson }

  /// A number that comes once.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// A name for a session or view whose client did not choose one.
  func nextName(_ prefix: String, isTaken: (ExactString) -> Bool) -> ExactString {
    while true {
      let name = ExactString("\(prefix)\(nextNumber())")
      if !isTaken(name) { return name }
    }
  }
}

// MARK: - Input

extension Connection: MainLoopClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard phase != .over else { return }
    decoder.append(bytes)
    do {
      while phase != .over, let event = try decoder.next() {
        handle(event)
        endTurn()
      }
    } catch {
      endAfterFramingError(error)
    }
  }

  package func inputEnded() {
    guard phase != .over else { return }
    do {
      if let event = try decoder.finish() { handle(event) }
    } catch {
      if callCount == 0 { explainFraming() }
      refuse(ResponseError(.parseError, "The input ended inside a message.", .position(line: 1, column: 0)))
    }
    endTurn()
    drain()
  }

  package func turnEnded() { endTurn() }

  // Also after the end: what waited for the reader is told as long as the loop has patience.
  package func outputDrained() { publish { !loop.isOutputBlocked } }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Connection.logger.error("The output cannot be written: \(String(cString: strerror(failure))).")
    }
    discardUnpublished()
    end(status: failure == nil ? 0 : 1, patience: .zero)
  }

  package func terminationRequested() {
    guard phase != .over else { return }
    terminate()
  }

  private func handle(_ event: FrameDecoder.Event) {
    switch event {
    case .message(let bytes):
      let message = bytes.withUnsafeBytes {
        IncomingMessage(parsing: $0, maximumDepth: configuration.limits.nesting)
      }
      handle(message)
    case .tooLarge:
      refuse(ResponseError(.overloaded, "The message is too large.", .limit("messageSize")))
    }
  }

  private func handle(_ message: IncomingMessage) {
    switch message {
    case .single(let entry): handle(entry, batch: nil)
    case .batch(let entries):
      let answers = entries.count(where: \.wantsAnswer)
      let batch = answers > 0 ? Batch(count: answers) : nil
      for entry in entries { handle(entry, batch: batch) }
    }
  }

  private func handle(_ entry: IncomingMessage.Entry, batch: Batch?) {
    switch entry {
    case .request(let request): perform(request, batch: batch)
    case .response: Connection.logger.debug("A response came to no request of ours.")
    case .invalid(let error, let id): refuse(error, id: id, batch: batch)
    }
  }

  /// Answers what is no call.
  private func refuse(_ error: ResponseError, id: RequestID = .null, batch: Batch? = nil) {
    reply(.failure(error), to: Call("", id: id, batch: batch))
  }

  /// Helps whoever has typed something that begins no message.
  private func explainFraming() {
    Connection.logger.error(
      """
      Expected a JSON-RPC message: one line of JSON, which begins with { or [, or JSON behind a header such as \
      Content-Length: 48 and an empty line. Try: {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
      """)
  }

  private func endAfterFramingError(_ error: FramingError) {
    if callCount == 0 {
      explainFraming()
    } else {
      Connection.logger.error("The Content-Length headers are broken; no message can be told apart any more.")
    }
    refuse(ResponseError(.parseError, "The Content-Length headers are broken.", .position(line: 1, column: 0)))
    endTurn()
    end(status: 1)
  }
}

extension IncomingMessage.Entry {
  fileprivate var wantsAnswer: Bool {
    switch self {
    case .request(let request): request.id != nil
    case .response: false
    case .invalid: true
    }
  }
}
