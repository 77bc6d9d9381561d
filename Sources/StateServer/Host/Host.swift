package import MainLoop
import StateProtocol

/// Serves an app: takes connections, and ends them.
@MainActor
package final class Host {
  private let context: ServerContext
  private let connections: Connections
  private let idleness: Idleness

  /// Hosts an app.
  ///
  /// - Parameters:
  ///   - scheduler: Ends the turn in which something has changed.
  ///   - outlivesConnections: Whether connections come and go. If there is one, sessions end with it.
  package init(
    _ app: some App, configuration: ServerConfiguration = ServerConfiguration(), scheduler: any TurnScheduler,
    outlivesConnections: Bool
  ) throws(AppMistake) {
    let app = try HostedApp(app)
    let idleness = Idleness()
    let connections = Connections { idleness.check() }
    let encodingCache = EncodingCache()
    self.idleness = idleness
    self.connections = connections
    context = ServerContext(
      app: app, configuration: configuration,
      commits: Commits(scheduler: scheduler, encodingCache: encodingCache), encodingCache: encodingCache,
      sessions: Sessions(configuration: configuration, keepsNone: !outlivesConnections) { idleness.check() },
      connections: connections)
  }

  // MARK: - Connections

  /// How many connections there are.
  package var connectionCount: Int { connections.count }

  /// Whether there are as many connections as may be.
  var isFull: Bool { connections.count >= context.limits.connections }

  /// Serves the client at the other end of a transport.
  package func connect(_ transport: any Transport) -> Connection {
    let connection = Connection(context: context, transport: transport)
    connections.add(connection)
    return connection
  }

  /// Calls `body` when there has been no connection and no shared session for some time.
  package func whenIdle(for duration: Duration, _ body: @escaping @MainActor () -> Void) {
    let sessions = context.sessions
    idleness.watch(for: duration, isIdle: { [connections] in connections.count == 0 && sessions.isEmpty }, body)
  }

  // MARK: - End

  /// Cancels all work, answers every call and ends every connection; returns when the work of all sessions has ended.
  package func end() async {
    // Before the connections end: each waits for the work of the sessions that end with it.
    context.sessions.keepNone()
    for ending in connections.all.map({ $0.end(.terminated) }) { await ending?.value }
    await context.sessions.endings.completion
  }
}

extension Host: MainLoopClient {
  package func turnEnded() { context.commits.turnEnded() }

  package func terminationRequested() { Task.immediate { await end() } }
}
