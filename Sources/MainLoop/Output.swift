import SystemSupport

/// Bytes on their way to a descriptor, written without ever blocking.
@MainActor
public final class Output {
  /// How far writing has come.
  enum State: Sendable {
    /// All was written.
    case drained
    /// The reader is behind; the rest waits in memory.
    case blocked
    /// There is no reader any more.
    case closed
  }

  /// How far writing had come when it was last tried.
  private(set) var state = State.drained

  /// The value of `errno` that says why it cannot be written to; nil while it can, and if there is no reader any more.
  private(set) var failure: Int32?

  /// The bytes that were not written yet.
  var count: Int { buffer.count - written }

  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var written = 0
  private let originalFlags: Int32?

  /// Output to a descriptor, or to nobody if it is negative; a pipe or socket is made non-blocking until ``restore()``.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    if descriptor < 0 { state = .closed }
    originalFlags = Output.makeNonBlocking(descriptor)
  }

  /// Adds bytes behind those that wait.
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
  }

  /// Writes as much as the descriptor takes now; whenever that ends a time of being blocked, calls
  /// `unblocked`, which may append more, and writes that too.
  @discardableResult
  func flush(unblocked: () -> Void) -> State {
    var wasBlocked = state == .blocked
    while flush() == .drained, wasBlocked {
      unblocked()
      // It may have been blocked again, and stopped there.
      wasBlocked = state == .blocked
    }
    return state
  }

  /// Writes as much as the descriptor takes now.
  @discardableResult
  func flush() -> State {
    guard state != .closed else { return state }
    state = .drained
    while written < buffer.count, state == .drained {
      let result = Output.writeOnce(buffer[written...], to: descriptor)
      if result >= 0 {
        written += result
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        state = .blocked
      } else if errno != EINTR {
        if errno != EPIPE, errno != ECONNRESET { failure = errno }
        state = .closed
      }
    }
    discardWritten()
    return state
  }

  /// Gives up what was not written and all that will be, for a reason that is a value of `errno` if it is a failure.
  func close(failure: Int32? = nil) {
    if state != .closed { self.failure = failure }
    state = .closed
    discardWritten()
  }

  /// Writes until all is written, with what `unblocked` appends each time that the reader has caught up,
  /// until there is no reader, or `timeout` has passed.
  func finish(timeout: Duration, unblocked: () -> Void) {
    let deadline = ContinuousClock.now + timeout
    while flush(unblocked: unblocked) == .blocked {
      guard deadline > .now, Waiting.wait(for: [(descriptor, Waiting.toWrite)], until: deadline) != nil else { break }
    }
    restore()
  }

  /// Puts the descriptor's flags back, which other processes may share.
  func restore() {
    if let originalFlags { _ = fcntl(descriptor, F_SETFL, originalFlags) }
  }

  /// Calls `write` once. Of no actor: a closure of the main actor's would ask for the executor each time.
  private nonisolated static func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  private func discardWritten() {
    if state == .closed || written == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      written = 0
    } else if written > 1 << 20, written > count {
      // The rest moves only once it is the smaller part: a large message would move for each part of it.
      buffer.removeSubrange(..<written)
      written = 0
    }
  }

  /// The flags before, or nil if the descriptor was left alone: writing to a file does not block,
  /// and a terminal's flags are shared with the shell behind it.
  private static func makeNonBlocking(_ descriptor: Int32) -> Int32? {
    let kind = try? Stat(FileDescriptor(rawValue: descriptor)).type
    guard kind == .fifo || kind == .socket else { return nil }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_NONBLOCK == 0 else { return nil }
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    return flags
  }
}
