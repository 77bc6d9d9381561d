package import MainLoop
import Logging
import StateProtocol
import SystemSupport

/// An app that is served, and what all its connections share: the stores, the clock of commits, the shared
/// sessions, the limits.
@MainActor
package final class Host {
  let app: HostedApp
  let configuration: ServerConfiguration
  let commits: Commits
  /// The sessions that connections may join.
  let sessions: Sessions
  /// Which process this is.
  let process = ServerProcess(id: RandomText.make(), pid: ProcessID(getpid()))
  /// For the names that the server chooses, each of which comes once.
  let numbers = Numbers()
  /// The number of subscriptions of all connections.
  let subscriptionCount = SubscriptionCount()
  /// Memory to write properties in.
  let encodingCache: EncodingCache

  private var connections: [Connection] = []
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
    self.app = try HostedApp(app)
    self.configuration = configuration
    let encodingCache = EncodingCache()
    self.encodingCache = encodingCache
    commits = Commits(scheduler: scheduler, encodingCache: encodingCache)
    let idleness = Idleness()
    self.idleness = idleness
    sessions = Sessions(configuration: configuration, keepsNone: !outlivesConnections) { idleness.check() }
  }

  // MARK: - Connections

  /// How many connections there are.
  package var connectionCount: Int { connections.count }

  /// Serves the client at the other end of a transport.
  package func connect(_ transport: any Transport) -> Connection {
    let connection = Connection(host: self, transport: transport)
    connections.append(connection)
    idleness.check()
    return connection
  }

  /// Forgets a connection that has ended.
  func remove(_ connection: Connection) {
    connections.removeAll { $0 === connection }
    commits.remove(connection)
    idleness.check()
  }

  /// Calls `body` when there was no connection and no shared session for so long.
  package func whenIdle(for duration: Duration, _ body: @escaping @MainActor () -> Void) {
    idleness.watch(for: duration, isIdle: { [unowned self] in connections.isEmpty && sessions.isEmpty }, body)
  }

  // MARK: - The end

  /// Cancels all work, answers every call and ends every connection; returns when the work of all sessions has ended.
  package func end() async {
    // Before the connections end: each waits for the work of the sessions that end with it.
    sessions.keepNone()
    for ended in connections.map({ $0.end(.terminated) }) { await ended?.value }
    await sessions.endings.completion
  }
}

extension Host: MainLoopClient {
  package func turnEnded() { commits.turnEnded() }

  package func terminationRequested() {
    Task.immediate { await end() }
  }
}
