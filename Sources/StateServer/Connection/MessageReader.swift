import Dispatch
import Logging
import MainLoop
import StateProtocol
import SystemSupport

/// A reader that divides the input of one connection into messages, in the framing that the client uses.
@MainActor
struct MessageReader {
  /// A part of the input, to be handled at once.
  enum Part {
    /// A single message, or an entry of a batch.
    case entry(IncomingMessage.Entry, batch: Batch?)
    /// The text of a large message, to be parsed on another thread. Until the parsed message is passed to ``add(_:)``,
    /// ``next()`` returns nil.
    case large([ArraySlice<UInt8>])
  }

  /// The number of calls so far.
  var callCount = 0
  /// Whether the client has ended its input. The last line then counts as complete without a newline.
  var hasEnded = false
  /// Whether the input has ended because a header is broken.
  private(set) var isBroken = false

  private var decoder: FrameDecoder
  private let limits: ServerLimits
  /// The entries of the current message that were not handled yet.
  private var entries: ArraySlice<IncomingMessage.Entry> = []
  /// The batch that collects the replies to the current message, as long as entries of that message are left. Nil if
  /// the message is not a batch, or if no entry needs a reply.
  private var batch: Batch?
  /// Whether a large message is being parsed.
  private(set) var isParsing = false
  private var slice: TimeSlice
  /// Whether the time slice has ended before all input was handled.
  private var isPaused = false

  init(configuration: ServerConfiguration) {
    limits = configuration.limits
    decoder = FrameDecoder(framing: configuration.framing, maximumSize: limits.messageSize)
    slice = TimeSlice(configuration.inputSlice)
  }

  /// The framing of the input; newline-delimited JSON until the framing is known.
  var framing: Framing { decoder.framing ?? .ndjson }

  // MARK: - Slices

  /// The progress of handling the input that was read.
  var progress: InputProgress { isParsing ? .waiting : isPaused ? .unfinished : .done }

  /// Begins a time slice.
  mutating func beginSlice() {
    slice.restart()
    isPaused = false
  }

  /// Ends the time slice if its time is over and input is left.
  ///
  /// - Returns: Whether the slice has ended.
  mutating func endSlice() -> Bool {
    isPaused = (isInMessage || !decoder.isEmpty) && slice.isOver()
    return isPaused
  }

  // MARK: - Messages

  /// Whether entries of the current message were not handled yet.
  var isInMessage: Bool { !entries.isEmpty }

  /// Adds input.
  mutating func append(_ bytes: UnsafeRawBufferPointer) { decoder.append(bytes) }

  /// Returns the next part of the input. Returns nil if more input must be read, or if a large message must be parsed,
  /// before the next part is available.
  mutating func next() throws(FramingError) -> Part? {
    if let entry = entries.popFirst() {
      defer { if entries.isEmpty { batch = nil } }
      return .entry(entry, batch: batch)
    }
    guard !isParsing, let event = try nextEvent() else { return nil }
    switch event {
    case .message(let bytes):
      switch IncomingMessage(parsing: bytes, limits: limits.ofMessage) {
      case .single(let entry): return .entry(entry, batch: nil)
      case .batch(let entries):
        begin(entries)
        return try next()
      }
    case .largeMessage(let pieces):
      isParsing = true
      return .large(pieces)
    case .tooLarge: return .entry(.invalid(.tooLarge(allowed: limits.messageSize), id: .null), batch: nil)
    }
  }

  /// Adds the parsed form of the large message that ``next()`` has returned.
  mutating func add(_ message: IncomingMessage) {
    isParsing = false
    isPaused = true
    switch message {
    case .single(let entry): (entries, batch) = ([entry], nil)
    case .batch(let entries): begin(entries)
    }
  }

  /// Discards the input that is left, because the connection has ended. A batch whose entries were all handled is still
  /// answered.
  mutating func drop() {
    batch?.discard()
    (entries, batch) = ([], nil)
    decoder = FrameDecoder()
  }

  private mutating func nextEvent() throws(FramingError) -> FrameDecoder.Event? {
    if let event = try decoder.next() { return event }
    return hasEnded ? try decoder.finish() : nil
  }

  private mutating func begin(_ all: [IncomingMessage.Entry]) {
    let replies = all.count(where: \.wantsReply)
    (entries, batch) = (all[...], replies > 0 ? Batch(count: replies) : nil)
  }

  // MARK: - Large messages

  /// The queue for parsing. If messages were parsed on the global executor, the tasks of an app would have to wait for
  /// the parsing.
  private nonisolated static let queue = DispatchQueue(label: "svvs.messages", qos: .utility, attributes: .concurrent)

  /// Parses the text of a large message on another thread, so that the main thread can serve all connections meanwhile.
  /// Then calls `body` with the parsed message, on the main actor.
  func parse(_ pieces: [ArraySlice<UInt8>], then body: @escaping @MainActor @Sendable (IncomingMessage) -> Void) {
    let limits = limits.ofMessage
    MessageReader.queue.async {
      var text: [UInt8] = []
      text.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
      for piece in pieces { text += piece }
      // Parses in a second block, so that the pieces are released before memory is allocated for the values.
      MessageReader.queue.async { [text] in
        let message = IncomingMessage(parsing: text[...], limits: limits)
        Task { @MainActor in body(message) }
      }
    }
  }

  /// Waits until the blocks that parse large messages at this moment have ended.
  static func parsingStepEnded() async {
    await withCheckedContinuation { continuation in
      queue.async(flags: .barrier) { continuation.resume() }
    }
  }

  // MARK: - Broken framing

  /// Ends the input, because the rest is not a message. Returns the failure to send. Logs an explanation if there was no
  /// call before, or if the headers are broken.
  mutating func end(for error: FramingError) -> Failure {
    isBroken = error == .brokenHeader
    hasEnded = true
    decoder = FrameDecoder()
    if callCount == 0 {
      explainFraming()
    } else if isBroken {
      Connection.logger.error("The Content-Length headers are broken: the end of a message cannot be found.")
    }
    return Failure(
      .parseError(line: 1, column: 0),
      isBroken ? "The Content-Length headers are broken." : "The input ended inside a message.")
  }

  /// Logs an example for a person who has typed something that is not a message.
  private func explainFraming() {
    Connection.logger.error(
      """
      Expected a JSON-RPC message: one line of JSON, which begins with { or [, or JSON after a header such as \
      Content-Length: 48 and an empty line. Try: {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
      """)
  }
}

extension IncomingMessage.Entry {
  fileprivate var wantsReply: Bool {
    switch self {
    case .request(let request): request.id != nil
    case .response: false
    case .invalid(_, let id): id != nil
    }
  }
}

/// The time for which the server handles the input of one connection before it handles the input of the others.
private struct TimeSlice {
  private let nanoseconds: Int64
  /// The end of the slice on the monotonic clock, in nanoseconds; nil before the slice has begun.
  private var end: Int64?

  init(_ duration: Duration) { nanoseconds = Int64(duration / .nanoseconds(1)) }

  /// Starts a new slice. Its time begins when ``isOver()`` first reads the clock.
  mutating func restart() { end = nil }

  /// Reads the clock, without a system call, and returns whether the slice is over.
  mutating func isOver() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    if end == nil { end = now + nanoseconds }
    return end.map { now >= $0 } ?? true
  }
}
