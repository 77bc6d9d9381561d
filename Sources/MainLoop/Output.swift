import SystemSupport

/// The output of a connection, written to a descriptor without blocking.
@MainActor
public final class Output {
  /// The progress of writing.
  enum State: Sendable {
    /// All output has been written.
    case drained
    /// The reader does not read. The rest of the output waits in memory.
    case blocked
    /// The reader has closed the output, or writing has failed.
    case closed
  }

  /// The progress after the last attempt to write.
  private(set) var state = State.drained

  /// The `errno` of the write that failed. Nil if none has failed, or if the reader has closed the output.
  private(set) var failure: Int32?

  /// The number of bytes that have not been written yet.
  var count: Int { buffer.count - written }

  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var written = 0
  private let originalFlags: Int32?

  /// Creates the output to `descriptor`. If the descriptor is negative, the output is closed. If the descriptor belongs
  /// to a pipe or a socket, it is non-blocking until ``restore()`` is called.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    if descriptor < 0 { state = .closed }
    originalFlags = Output.makeNonBlocking(descriptor)
  }

  /// Appends bytes to the output that has not been written yet.
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
  }

  /// Writes as much as the descriptor accepts now. When output that was blocked has been written completely, calls
  /// `unblocked`, which may append more, and then writes again.
  @discardableResult
  func flush(unblocked: () -> Void) -> State {
    var wasBlocked = state == .blocked
    while flush() == .drained, wasBlocked {
      unblocked()
      // The output may have been blocked again while `unblocked` appended to it. If so, `unblocked` stopped early.
      wasBlocked = state == .blocked
    }
    return state
  }

  /// Writes as much as the descriptor accepts now.
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

  /// Discards the unwritten output and all later output.
  ///
  /// - Parameter failure: The `errno` of the failure; nil if the reader has closed the output.
  func close(failure: Int32? = nil) {
    if state != .closed { self.failure = failure }
    state = .closed
    discardWritten()
  }

  /// Writes all output. Whenever the reader has read all of it, calls `unblocked`, and also writes the output that
  /// `unblocked` appends. Stops when the reader closes the output, or when the timeout is over.
  func finish(timeout: Duration, unblocked: () -> Void) {
    let deadline = ContinuousClock.now + timeout
    while flush(unblocked: unblocked) == .blocked {
      guard deadline > .now, Waiting.wait(for: [(descriptor, Waiting.toWrite)], until: deadline) != nil else { break }
    }
    restore()
  }

  /// Restores the original flags of the descriptor, because other processes may share them.
  func restore() {
    if let originalFlags { _ = fcntl(descriptor, F_SETFL, originalFlags) }
  }

  /// Calls `write` once. Nonisolated, because a closure on the main actor would check the executor each time.
  private nonisolated static func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  private func discardWritten() {
    if state == .closed || written == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      written = 0
    } else if written > 1 << 20, written > count {
      // Moves the rest only if it is the smaller part. Otherwise a large message would be moved after each write.
      buffer.removeSubrange(..<written)
      written = 0
    }
  }

  /// Makes a pipe or socket non-blocking. Leaves other descriptors unchanged: writing to a file does not block, and a
  /// terminal shares its flags with the shell.
  ///
  /// - Returns: The original flags; nil if the flags were not changed.
  private static func makeNonBlocking(_ descriptor: Int32) -> Int32? {
    let kind = try? Stat(FileDescriptor(rawValue: descriptor)).type
    guard kind == .fifo || kind == .socket else { return nil }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_NONBLOCK == 0 else { return nil }
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    return flags
  }
}
