/// The loop of a server's main thread: it watches the input, the output and the main queue.
///
/// Everything it reports arrives on the main actor, and nothing it does ever blocks but the sleep
/// between events. ``PollLoop`` is the fast one, ``DispatchLoop`` the portable one.
@MainActor
public protocol MainLoop: AnyObject {
  /// What the loop reports to; held weakly by the loop.
  var client: (any MainLoopClient)? { get set }

  /// Whether the peer is behind with reading, so that output waits in memory.
  var isOutputBlocked: Bool { get }

  /// Adds bytes for the peer behind those that wait; they are written before the loop sleeps.
  func send(_ body: (inout [UInt8]) -> Void)

  /// Promises the client a ``MainLoopClient/turnEnded()`` before the loop sleeps.
  func setNeedsTurn()

  /// Runs the loop on the main thread until ``stop(status:patience:)``, then ends the process.
  func run() -> Never

  /// Ends the process with this status, once the output was written or `patience` has passed.
  func stop(status: Int32, patience: Duration)
}

/// What reacts to the events of a ``MainLoop``.
@MainActor
public protocol MainLoopClient: AnyObject {
  /// Bytes were read; they are valid only during the call.
  func received(_ bytes: UnsafeRawBufferPointer)

  /// The peer will send nothing more.
  func inputEnded()

  /// The work that the main queue held has run.
  func turnEnded()

  /// All output was written after it had been blocked.
  func outputDrained()

  /// Nobody reads the output any more or, with a failure, which is a value of `errno`, it cannot be written.
  func outputClosed(failure: Int32?)

  /// The process was asked to end, by SIGTERM or SIGINT.
  func terminationRequested()
}
