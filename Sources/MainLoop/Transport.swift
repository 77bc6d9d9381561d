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
///       var inputProgress: InputProgress { .done }
///       func continueInput() {}
///       func outputDrained() {}
///       func outputClosed(failure: Int32?) { transport.end(status: 0, timeout: .zero) }
///     }
@MainActor
package protocol Transport: AnyObject {
  /// Whether output waits in memory because the peer does not read.
  ///
  /// When the peer has read the output, the loop calls ``TransportClient/outputDrained()``.
  var isOutputBlocked: Bool { get }

  /// Appends bytes to the output for the peer. The loop writes the output before it sleeps.
  ///
  /// `body` must only append to the array, which also contains earlier bytes. `body` is not called if the output is
  /// closed.
  func send(_ body: (inout [UInt8]) -> Void)

  /// Ends the connection when its output has been written, or when the timeout is over.
  ///
  /// From now on, the loop does not read from the connection, but the client may still send when the output drains.
  /// Only the first call has an effect. It takes effect at the end of the turn. The loop releases the client when the
  /// connection has ended.
  ///
  /// - Parameters:
  ///   - status: The exit status of the process, if the connection is over stdin and stdout. If the output could not be
  ///     written, the process exits with 1 instead. Other connections ignore this parameter.
  ///   - timeout: The time to wait for a peer that does not read.
  func end(status: Int32, timeout: Duration)

  /// Continues the input of a client whose progress was ``InputProgress/waiting``.
  ///
  /// The client must report ``InputProgress/unfinished`` before it calls this method.
  func resumeInput()
}

/// Handles the events of one connection.
///
/// The loop retains the client until the connection has ended. It calls the client on the main actor, and only after
/// the closure that made the client has returned.
///
/// A client handles input in slices of time, so that no connection delays the others. If it has not handled its input
/// after some milliseconds, it returns, and reports that with ``inputProgress``. It gets its next slice after the loop
/// has handled other events. Meanwhile the loop neither reads from the connection nor reports the end of the input.
/// This bounds the memory for the input.
@MainActor
package protocol TransportClient: AnyObject {
  /// Handles bytes that were read, for a slice of time. The bytes are valid only during the call.
  ///
  /// The loop does not call ``TurnClient/turnEnded()`` after this method. The client ends the turn itself.
  func received(_ bytes: UnsafeRawBufferPointer)

  /// Handles the end of the input, for a slice of time. The peer sends nothing more.
  func inputEnded()

  /// The progress of handling the input.
  ///
  /// The loop reads this property after each call that passes or continues input.
  var inputProgress: InputProgress { get }

  /// Handles input that is left, for a slice of time.
  ///
  /// Called only while the progress is ``InputProgress/unfinished``, and never after
  /// ``Transport/end(status:timeout:)``, which discards the input that is left.
  func continueInput()

  /// Called when output that was blocked has been written.
  ///
  /// Output that the client sends in this method is written at once. The loop also calls this method after
  /// ``Transport/end(status:timeout:)``, until the timeout of that call.
  func outputDrained()

  /// Called at most once, when the peer has closed the output or the output cannot be written. The client should end
  /// the connection.
  ///
  /// If the peer has closed a socket, the loop first passes all input that the peer has sent, and calls
  /// ``inputEnded()``.
  ///
  /// If the peer closes the output after ``Transport/end(status:timeout:)``, or does not read it before the timeout,
  /// the loop also calls this method. The client can then discard the output that it still wanted to send.
  ///
  /// - Parameter failure: The `errno` of the failure; nil if the peer has closed the output.
  func outputClosed(failure: Int32?)
}

/// The progress of a client in handling its input.
package enum InputProgress: Sendable {
  /// All input has been handled. The loop may read more.
  case done
  /// The slice of time has ended, and there is input left. The loop calls ``TransportClient/continueInput()`` later.
  case unfinished
  /// The client cannot continue with its input until it calls ``Transport/resumeInput()``.
  case waiting
}
