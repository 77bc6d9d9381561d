public import StateServer

/// An app that runs in the process of the test. Several clients can connect to it.
///
/// ```swift
/// let host = TestHost(ListApp())
/// let (first, second) = (TestClient(host), TestClient(host))
/// ```
@MainActor
public final class TestHost {
  private let host: Host
  private var lastRequestID = 0

  /// Creates a host of `app`.
  public init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    do {
      host = try Host(app, configuration: configuration, scheduler: MainQueueTurns(), outlivesConnections: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Ends the host in the same way as a signal ends a server. Returns when all work has ended, or when the host no
  /// longer waits for the work.
  package func end() async { await host.end() }

  /// Calls `body` when there has been no connection and no shared session for `duration`.
  package func whenIdle(for duration: Duration, _ body: @escaping @MainActor () -> Void) {
    host.whenIdle(for: duration, body)
  }

  /// Returns a new request id. It differs from the ids of all other clients of the host, because a front end that joins
  /// a session again must not repeat ids.
  func nextRequestID() -> Int {
    lastRequestID += 1
    return lastRequestID
  }

  func connect(_ transport: InProcessTransport) -> Connection { host.connect(transport) }
}
