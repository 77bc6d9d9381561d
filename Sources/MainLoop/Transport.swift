/// The output of one connection, and the way to end the connection.
///
/// A loop makes a transport for each connection, and passes it to the ``TransportClient`` of the connection. Sending
/// never blocks: bytes that the peer does not read at once wait in memory. To limit that memory, a client checks
/// ``isOutputBlocked`` before it sends more.
///
///     final class Greeter: TransportClient {
///       private let transport: any Transport
///       init(_ transport: any Transport) { self.transport = transport }
///
///       func received(_ bytes: UnsafeRawBufferPointer) {
///         transport.send { $0.append(contentsOf: "hello\n".utf8) }
///       }
///       func inputEnded() { transport.end(status: 0, timeout: .seconds(5)) }
///       func outputDrained() {}
///       func outputClosed(failure: Int32?) { transport.end(status: 0, timeout: .zero) }
///     }
@MainActor
public protocol Transport: AnyObject {
  /// Whether output waits in memory because the peer does not read.
  ///
  /// When the peer has read it, the loop calls ``TransportClient/outputDrained()``.
  var isOutputBlocked: Bool { get }

  /// Appends bytes for the peer to those that wait. They are written before the loop sleeps.
  ///
  /// `body` must only append to the array, which contains earlier bytes, too. It is not called when the output is
  /// closed.
  func send(_ body: (inout [UInt8]) -> Void)

  /// Ends the connection when the output was written, or after the timeout.
  ///
  /// Nothing is read from now on, but the client may still send when the output drains. Only the first call has an
  /// effect, at the end of the turn. The loop releases the client when the connection has ended.
  ///
  /// - Parameters:
  ///   - status: The status with which the process exits, if the connection is over stdin and stdout. If the output
  ///     could not be written, it exits with 1 instead. Other connections ignore it.
  ///   - timeout: The time to wait for a peer that does not read.
  func end(status: Int32, timeout: Duration)

  /// Continues the input of a client that was ``InputProgress/waiting``.
  ///
  /// The client must report ``InputProgress/unfinished`` before it calls this.
  func resumeInput()
}

/// The handler of the events of one connection.
///
/// The loop retains it until the connection has ended. All calls are on the main actor, after the closure that made the
/// client has returned.
///
/// Input is handled in slices of time, so that no connection delays the others: a client that has not handled its input
/// after some milliseconds returns, and reports that with ``inputProgress``. It gets its next slice after the loop has
/// handled other events. Meanwhile the loop does not read from the connection, which bounds the memory for its input,
/// and does not report the end of the input.
@MainActor
public protocol TransportClient: AnyObject {
  /// Handles bytes that were read, for a slice of time. They are valid only during the call.
  ///
  /// The client ends the turn itself: the loop does not call ``TurnClient/turnEnded()``.
  func received(_ bytes: UnsafeRawBufferPointer)

  /// Handles the end of the input, for a slice of time: the peer sends nothing more.
  func inputEnded()

  /// The progress of handling the input; ``InputProgress/done`` by default.
  ///
  /// The loop reads it after each call that passes or continues input.
  var inputProgress: InputProgress { get }

  /// Handles input that is left, for a slice of time.
  ///
  /// Called only while the progress is ``InputProgress/unfinished``, and never after
  /// ``Transport/end(status:timeout:)``, which discards the input that is left. The default implementation does
  /// nothing.
  func continueInput()

  /// Called when output that was blocked has been written.
  ///
  /// Output that is sent now is written at once. Also called after ``Transport/end(status:timeout:)``, until its
  /// timeout.
  func outputDrained()

  /// Called at most once, when the peer has closed the output or it cannot be written. The client should end the
  /// connection.
  ///
  /// If the peer of a socket has closed it, the loop first passes all input that the peer has sent, and calls
  /// ``inputEnded()``. Also called after ``Transport/end(status:timeout:)``, if the peer closes the output or does not
  /// read before the timeout: the client can discard the output that it still wanted to send.
  ///
  /// - Parameter failure: The `errno` of the failure; nil if the peer has closed the output.
  func outputClosed(failure: Int32?)
}

extension TransportClient {
  public var inputProgress: InputProgress { .done }
  public func continueInput() {}
}
