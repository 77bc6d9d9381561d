import Logging
package import MainLoop
import StateProtocol
import SVVS

/// The server of an app. It makes the connections, and ends them.
@MainActor
package final class Host {
  private let context: ServerContext
  private let connections: Connections
  private let idleness: Idleness

  /// Creates the host of an app.
  ///
  /// - Parameters:
  ///   - scheduler: Schedules the end of the turn in which something has changed.
  ///   - outlivesConnections: Whether the server continues after the end of a connection. If not, every session ends
  ///     when its last member leaves.
  ///   - reportStaleState: Called in debug builds with a message about a property that has changed without a
  ///     notification. If it is nil, the server does not compare the properties after each call.
  package init(
    _ app: some App, configuration: ServerConfiguration = ServerConfiguration(), scheduler: any TurnScheduler,
    outlivesConnections: Bool,
    reportStaleState: (@MainActor (_ message: String) -> Void)? = { Connection.logger.warning("\($0)") }
  ) throws(AppMistake) {
    let app = try HostedApp(app)
    #if DEBUG
      // Finds the mistakes of the app's author. A release build makes the schema when a client first needs it.
      _ = try app.schema()
    #endif
    let idleness = Idleness()
    let connections = Connections { idleness.check() }
    self.idleness = idleness
    self.connections = connections
    context = ServerContext(
      app: app, configuration: configuration,
      turn: Turn(scheduler: scheduler, staleStateCheck: StaleStateCheck(report: reportStaleState)),
      sessions: Sessions(configuration: configuration, keepsNone: !outlivesConnections) { idleness.check() },
      connections: connections)
  }

  // MARK: - Connections

  /// The number of connections.
  package var connectionCount: Int { connections.count }

  /// Whether the number of connections is at its limit.
  var isFull: Bool { connections.count >= context.limits.connections }

  /// Makes a connection that uses `transport`.
  package func connect(_ transport: any Transport) -> Connection {
    let connection = Connection(context: context, transport: transport)
    connections.add(connection)
    return connection
  }

  /// Calls `body` when there has been no connection and no shared session for `duration`.
  ///
  /// - Parameter first: The first idle time. If nil, it is long enough for a first connection.
  package func whenIdle(for duration: Duration, first: Duration? = nil, _ body: @escaping @MainActor () -> Void) {
    let sessions = context.sessions
    idleness.watch(
      for: duration, first: first, isIdle: { [connections] in connections.count == 0 && sessions.isEmpty }, body)
  }

  // MARK: - End

  /// Cancels all work, answers every call, ends every connection, and waits for the work of shared sessions.
  package func end() async {
    // Stops keeping sessions before the connections end, because each connection waits for the work of the sessions
    // that end with it.
    context.sessions.keepNone()
    for ending in connections.all.map({ $0.end(.terminated) }) { await ending?.value }
    await context.sessions.endings.completion
  }
}

extension Host: MainLoopClient {
  package func turnEnded() { context.turn.turnEnded() }

  package func terminationRequested() { Task.immediate { await end() } }
}

/// A detector that calls a closure when the server has been idle for some time.
@MainActor
private final class Idleness {
  /// The minimum of the first idle time. A program that has started a listening server needs this time to connect to
  /// the server.
  private static let minimumFirstDuration = Duration.seconds(10)

  private var duration = Duration.zero
  private var isIdle: (@MainActor () -> Bool)?
  private var body: (@MainActor () -> Void)?
  private var timer: Deadline?

  /// From now on, calls `body` whenever the server has been idle for `duration` without interruption. Replaces an
  /// earlier duration and closure.
  ///
  /// - Parameter first: The first idle time. If nil, it is at least ``minimumFirstDuration``.
  func watch(
    for duration: Duration, first: Duration?, isIdle: @escaping @MainActor () -> Bool,
    _ body: @escaping @MainActor () -> Void
  ) {
    (self.duration, self.isIdle, self.body) = (duration, isIdle, body)
    timer.take()?.cancel()
    if isIdle() { begin(first ?? max(duration, Idleness.minimumFirstDuration)) }
  }

  /// Starts the timer if the server has become idle. Cancels the timer if the server has become busy.
  func check() {
    guard let isIdle else { return }
    guard isIdle() else {
      timer.take()?.cancel()
      return
    }
    if timer == nil { begin(duration) }
  }

  private func begin(_ duration: Duration) {
    timer = Deadline(after: duration) { [self] in
      timer = nil
      // A view may still be ending. When the last ending is over, the server is checked again.
      if isIdle?() ?? false { body?() }
    }
  }
}
