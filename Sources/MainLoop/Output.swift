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
  private let isSocket: Bool
  private let originalFlags: Int32?

  /// Creates the output to `descriptor`. If the descriptor is negative, the output is closed.
  ///
  /// Writes to a pipe or a socket do not block. Other processes that share the pipe or the socket are not affected:
  /// `descriptor` becomes an open file of this process alone. Where the system cannot do that, the shared pipe is
  /// non-blocking until ``finish(timeout:unblocked:)`` returns.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    if descriptor < 0 { state = .closed }
    let kind = try? Stat(FileDescriptor(rawValue: descriptor)).type
    isSocket = kind == .socket
    originalFlags = kind == .fifo ? Output.makePipeNonBlocking(descriptor) : nil
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
      let result = Output.writeOnce(buffer[written...], to: descriptor, isSocket: isSocket)
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
    // Only if other processes share the flags.
    if let originalFlags { _ = fcntl(descriptor, F_SETFL, originalFlags) }
  }

  /// Calls `write` once. Nonisolated, because a closure on the main actor would check the executor each time.
  ///
  /// A socket is written to without waiting, whatever its flags, because other processes may share the flags.
  private nonisolated static func writeOnce(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, isSocket: Bool
  ) -> Int {
    bytes.withUnsafeBytes {
      isSocket
        ? send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        : write(descriptor, $0.baseAddress, $0.count)
    }
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

  /// Makes writes to a pipe non-blocking. Other descriptors than pipes and sockets are left unchanged: writing to a file
  /// does not block, and a terminal shares its flags with the shell.
  ///
  /// Opens the pipe again, under the same number, so that the flag is not shared with other processes. That fails without
  /// `/proc`, or if the pipe belongs to another user or has no reader; then the shared flag is set.
  ///
  /// - Returns: The original flags; nil if the shared flags were not changed.
  private static func makePipeNonBlocking(_ descriptor: Int32) -> Int32? {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_NONBLOCK == 0 else { return nil }
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard own >= 0, dup2(own, descriptor) >= 0 else {
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
      return flags
    }
    try? FileDescriptor(rawValue: own).close()
    FileDescriptor(rawValue: descriptor).setCloseOnExec()
    return nil
  }
}
