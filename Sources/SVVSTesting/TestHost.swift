public import StateServer
import Testing

/// An app that runs in the process of the test. Several clients can connect to it.
///
/// ```swift
/// let host = TestHost(ListApp())
/// let (first, second) = (TestClient(host), TestClient(host))
/// ```
@MainActor
public final class TestHost {
  private let host: Host
  private let staleState: StaleState
  private var lastRequestID = 0

  /// Creates a host of `app`.
  public convenience init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    self.init(app, configuration: configuration, checksForStaleState: true)
  }

  /// Creates a host of `app`. Pass false for `checksForStaleState` if the getters of the app must not be called again
  /// after a call.
  package init(
    _ app: some App, configuration: ServerConfiguration = ServerConfiguration(), checksForStaleState: Bool
  ) {
    let staleState = StaleState()
    self.staleState = staleState
    let report: @MainActor (String) -> Void = { staleState.messages.append($0) }
    do {
      host = try Host(
        app, configuration: configuration, scheduler: MainQueueTurns(), outlivesConnections: true,
        reportStaleState: checksForStaleState ? report : nil)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Records an issue for each property that has changed without a notification. Call this method in the task of the
  /// test.
  func reportStaleState() {
    for message in staleState.messages { Issue.record("\(message)") }
    staleState.messages = []
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

/// The messages about properties that have changed without a notification, until they are recorded as issues.
@MainActor
private final class StaleState {
  var messages: [String] = []
}
