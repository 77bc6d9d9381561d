public import StateServer

/// An app in the test's own process that several clients connect to.
///
/// ```swift
/// let host = TestHost(ListApp())
/// let (first, second) = (TestClient(host), TestClient(host))
/// ```
@MainActor
public final class TestHost {
  private let host: Host
  private var lastRequestID = 0

  /// Hosts an app.
  public init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    do {
      host = try Host(app, configuration: configuration, scheduler: MainQueueTurns(), outlivesConnections: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Ends as a signal ends a server: when all work has ended, or was given up.
  package func end() async { await host.end() }

  /// An id that no request of a client of this host has: a front end that joins a session again uses none twice.
  func nextRequestID() -> Int {
    lastRequestID += 1
    return lastRequestID
  }

  func connect(_ transport: InProcessTransport) -> Connection { host.connect(transport) }
}
