import JSONRPC
import Logging
import MainLoop
import StateProtocol

/// The input of one connection: bytes become messages, in the framing that the client uses.
@MainActor
struct MessageReader {
  /// A part of the input.
  enum Part {
    /// A message, of its own or of a batch.
    case entry(IncomingMessage.Entry, batch: Batch?)
    /// The text of a message that takes long to parse. What follows comes after the message was given to ``add(_:)``.
    case large([ArraySlice<UInt8>])
  }

  /// The calls that have come.
  private(set) var callCount = 0
  /// Whether the client sends nothing more.
  private(set) var hasEnded = false

  private var decoder: FrameDecoder
  private let limits: ServerLimits
  /// The entries of a message that are still to come, and while there are any, what gathers the replies to the batch.
  private var entries: ArraySlice<IncomingMessage.Entry> = []
  private var batch: Batch?
  /// Whether a large message is being parsed.
  private(set) var isParsing = false
  private var slice: TimeSlice
  /// Whether the slice ended with input left.
  private var isPaused = false

  init(configuration: ServerConfiguration) {
    limits = configuration.limits
    decoder = FrameDecoder(framing: configuration.framing, maximumSize: limits.messageSize)
    slice = TimeSlice(configuration.inputSlice)
  }

  /// The framing, once it is known.
  var framing: Framing? { decoder.framing }

  // MARK: - Slices

  /// How far the input has been handled.
  var progress: InputProgress { isParsing ? .waiting : isPaused ? .unfinished : .done }

  /// Begins a slice of time.
  mutating func beginSlice() {
    slice.restart()
    isPaused = false
  }

  /// Ends the slice if its time is over and input is left.
  ///
  /// - Returns: Whether it has ended.
  mutating func endSlice() -> Bool {
    isPaused = (isInMessage || !decoder.isEmpty) && slice.isOver()
    return isPaused
  }

  // MARK: - Messages

  /// Whether entries of a message are still to come of which others have.
  var isInMessage: Bool { !entries.isEmpty }

  /// Takes the bytes that were read.
  mutating func append(_ bytes: UnsafeRawBufferPointer) { decoder.append(bytes) }

  /// Marks the input as ended: the last line needs no newline.
  mutating func end() { hasEnded = true }

  /// The next part, or nil until more comes.
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

  /// Adds the large message that was parsed.
  mutating func add(_ message: IncomingMessage) {
    isParsing = false
    isPaused = true
    switch message {
    case .single(let entry): (entries, batch) = ([entry], nil)
    case .batch(let entries): begin(entries)
    }
  }

  /// Drops what is left, since the connection has ended. A batch of which all has been handled is answered as ever.
  mutating func drop() {
    batch?.discard()
    (entries, batch) = ([], nil)
    decoder = FrameDecoder()
  }

  /// Counts a call.
  mutating func noteCall() { callCount += 1 }

  private mutating func nextEvent() throws(FramingError) -> FrameDecoder.Event? {
    if let event = try decoder.next() { return event }
    return hasEnded ? try decoder.finish() : nil
  }

  private mutating func begin(_ all: [IncomingMessage.Entry]) {
    let replies = all.count(where: \.wantsReply)
    (entries, batch) = (all[...], replies > 0 ? Batch(count: replies) : nil)
  }

  // MARK: - Broken framing

  /// The failure for bytes that hold no message, which is also logged.
  func failure(for error: FramingError) -> Failure {
    let isBroken = error == .brokenHeader
    if callCount == 0 {
      explainFraming()
    } else if isBroken {
      Connection.logger.error("The Content-Length headers are broken; no message can be told apart any more.")
    }
    return Failure(
      .parseError(line: 1, column: 0),
      isBroken ? "The Content-Length headers are broken." : "The input ended inside a message.")
  }

  /// Helps whoever has typed something that begins no message.
  private func explainFraming() {
    Connection.logger.error(
      """
      Expected a JSON-RPC message: one line of JSON, which begins with { or [, or JSON behind a header such as \
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
