/// One connection's way out, and how it ends.
///
/// A loop makes one for each connection that it serves and hands it to the ``TransportClient`` it is
/// for. Sending never blocks: what the peer does not read at once waits in memory, and a client that
/// must not use much of it looks at ``isOutputBlocked`` before it sends more.
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
  /// Whether the peer is behind with reading, so that output waits in memory.
  ///
  /// When it has caught up the client's ``TransportClient/outputDrained()`` is called.
  var isOutputBlocked: Bool { get }

  /// Adds bytes for the peer behind those that wait; they are written before the loop sleeps.
  ///
  /// `body` must only append to the array, which holds what others have sent, too. It is not called
  /// when nobody can read the bytes any more.
  func send(_ body: (inout [UInt8]) -> Void)

  /// Ends the connection once the output was written, or `timeout` has passed.
  ///
  /// Nothing is read from now on, but the client may still send when the output drains. The first call
  /// decides; further ones do nothing. It takes effect at the end of the turn, and the loop releases
  /// the client when the connection has ended.
  ///
  /// - Parameter status: What the process exits with if the connection is that of stdin and stdout,
  ///   unless the output could not be written: then it exits with 1. No other connection has a use for it.
  func end(status: Int32, timeout: Duration)

  /// Continues the input of a client that was ``InputProgress/waiting``.
  ///
  /// The client reports ``InputProgress/unfinished`` from before this call on.
  func resumeInput()
}

/// What reacts to the events of one connection.
///
/// The loop retains it until the connection has ended. Every call comes on the main actor, and none
/// before the closure that made the client has returned.
///
/// Input is handled in slices of time, so that no connection holds up the others: a client that is not done with its
/// input after some milliseconds returns, and reports that by ``inputProgress``. It gets its next slice after the loop
/// has served what else is ready. Meanwhile nothing more is read from the connection, which bounds the memory that the
/// input takes, and the end of the input is not reported.
@MainActor
public protocol TransportClient: AnyObject {
  /// Handles bytes that were read, for a slice of time; they are valid only during the call.
  ///
  /// The client ends its turn itself: ``TurnClient/turnEnded()`` does not follow.
  func received(_ bytes: UnsafeRawBufferPointer)

  /// Handles the end of the input, for a slice of time: the peer will send nothing more.
  func inputEnded()

  /// The state of the input; ``InputProgress/done`` unless a client has its own.
  ///
  /// The loop reads it after each call that hands over or continues input.
  var inputProgress: InputProgress { get }

  /// Handles input that is left, for a slice of time.
  ///
  /// It comes only while the progress is ``InputProgress/unfinished``, and never after
  /// ``Transport/end(status:timeout:)``: what is left then is dropped. A default implementation does nothing.
  func continueInput()

  /// All output was written after it had been blocked.
  ///
  /// What is sent now is written at once. It also comes after ``Transport/end(status:timeout:)``, as
  /// long as there is timeout.
  func outputDrained()

  /// Nobody reads the output any more or, with a failure, which is a value of `errno`, it cannot be written.
  ///
  /// It comes once at most; the client should end the connection. What the peer of a socket sent before it went
  /// comes first, and so does ``inputEnded()``. After ``Transport/end(status:timeout:)`` it comes, too, if
  /// the reader has gone, or was still behind when the timeout was over: the client can give up what it wanted
  /// to send when the output drains.
  func outputClosed(failure: Int32?)
}

extension TransportClient {
  public var inputProgress: InputProgress { .done }
  public func continueInput() {}
}
