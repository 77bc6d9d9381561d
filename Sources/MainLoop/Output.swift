import CCrash
import SystemSupport

/// The output of a connection, written to a descriptor without blocking.
@MainActor
package final class Output {
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
  var count: Int { waiting.count }

  let descriptor: Int32
  private var waiting: WaitingOutput
  private let originalFlags: Int32?

  /// Creates the output to `descriptor`. If the descriptor is negative, the output is closed.
  ///
  /// Writes to a pipe or a socket do not block. Other processes that share the pipe or the socket are not affected:
  /// `descriptor` becomes an open file of this process alone. Where the system cannot do that, the shared pipe is
  /// non-blocking until ``finish(timeout:unblocked:)`` returns.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    if descriptor < 0 { state = .closed }
    let kind = try? Stat(FileDescriptor(rawValue: descriptor)).type
    originalFlags = kind == .fifo ? Output.makePipeNonBlocking(descriptor) : nil
    waiting = WaitingOutput(to: descriptor, isSocket: kind == .socket, flags: originalFlags)
  }

  isolated deinit { waiting.endRecord() }

  /// Appends bytes to the output that has not been written yet.
  func append(_ body: (inout [UInt8]) -> Void) { waiting.append(body) }

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
    switch waiting.writeNow(to: descriptor) {
    case 0: state = .drained
    case EAGAIN, EWOULDBLOCK: state = .blocked
    case EPIPE, ECONNRESET: close()
    case let number: close(failure: number)
    }
    return state
  }

  /// Discards the unwritten output and all later output. The descriptor can be closed after this call.
  ///
  /// - Parameter failure: The `errno` of the failure; nil if the reader has closed the output.
  func close(failure: Int32? = nil) {
    if state != .closed { self.failure = failure }
    state = .closed
    waiting.discard()
    waiting.endRecord()
  }

  /// Writes all output. Whenever the reader has read all of it, calls `unblocked`, and also writes the output that
  /// `unblocked` appends. Stops when the reader closes the output, or when the timeout is over.
  func finish(timeout: Duration, unblocked: () -> Void) {
    let deadline = ContinuousClock.now + timeout
    while flush(unblocked: unblocked) == .blocked {
      crash_loop_sleeps()
      defer { crash_loop_wakes() }
      guard deadline > .now, Waiting.wait(for: [(descriptor, Waiting.toWrite)], until: deadline) != nil else { break }
    }
    waiting.endRecord()
    // Only if other processes share the flags.
    if let originalFlags { _ = fcntl(descriptor, F_SETFL, originalFlags) }
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

/// The bytes of an output that have not been written yet. When the process crashes, they are written, too.
///
/// The properties are in one structure, because each access to a property of a class is checked at run time.
private struct WaitingOutput {
  private var bytes: [UInt8] = []
  private var written = 0
  /// The number under which a crash finds the bytes, or -1.
  private var number: Int32
  private let isSocket: Bool

  init(to descriptor: Int32, isSocket: Bool, flags: Int32?) {
    self.isSocket = isSocket
    number = descriptor < 0 ? -1 : crash_add_output(descriptor, flags ?? -1)
  }

  var count: Int { bytes.count - written }

  mutating func append(_ body: (inout [UInt8]) -> Void) {
    crash_begin_change(number)
    body(&bytes)
    endChange()
  }

  /// Writes as much as the descriptor accepts now. A socket is written to without waiting, whatever its flags, because
  /// other processes may share the flags.
  ///
  /// - Returns: The `errno` of the write that failed; 0 if everything was written.
  mutating func writeNow(to descriptor: Int32) -> Int32 {
    guard count > 0 else { return 0 }
    crash_begin_change(number)
    defer { endChange() }
    while written < bytes.count {
      let result = bytes[written...].withUnsafeBytes {
        isSocket
          ? send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
          : write(descriptor, $0.baseAddress, $0.count)
      }
      if result >= 0 {
        written += result
      } else if errno != EINTR || crash_is_postponed() {
        // A terminal that is not read blocks, and the signal that waits for the end of this change ends the process.
        let failure = errno
        discardWritten()
        return failure
      }
    }
    discardWritten()
    return 0
  }

  /// Discards everything.
  mutating func discard() {
    crash_begin_change(number)
    written = bytes.count
    discardWritten()
    endChange()
  }

  /// From now on, a crash ignores the bytes.
  mutating func endRecord() {
    crash_remove_output(number)
    number = -1
  }

  private mutating func discardWritten() {
    if written == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
      written = 0
    } else if written > 1 << 20, written > count {
      // Moves the rest only if it is the smaller part. Otherwise a large message would be moved after each write.
      bytes.removeSubrange(..<written)
      written = 0
    }
  }

  private func endChange() {
    // The bytes of an array stay where they are until the array is changed.
    bytes.withUnsafeBufferPointer { [written] in
      crash_end_change(number, $0.baseAddress.map { $0 + written }, $0.count - written)
    }
  }
}
