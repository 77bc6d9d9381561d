import StateProtocol
import SystemSupport

/// The parts of a server that all its connections share.
@MainActor
final class ServerContext {
  let app: HostedApp
  let configuration: ServerConfiguration
  let commits: Commits
  let sessions: Sessions
  let connections: Connections
  /// The process, as clients are told.
  let process = ServerProcess(id: RandomText.make(), pid: ProcessID(getpid()))
  /// The numbers of the names that the server chooses, each of which it uses once.
  let numbers = Numbers()
  /// The number of subscriptions of all connections.
  let subscriptionCount = SubscriptionCount()
  let encodingCache: EncodingCache

  init(
    app: HostedApp, configuration: ServerConfiguration, commits: Commits, encodingCache: EncodingCache,
    sessions: Sessions, connections: Connections
  ) {
    self.app = app
    self.configuration = configuration
    self.commits = commits
    self.encodingCache = encodingCache
    self.sessions = sessions
    self.connections = connections
  }

  var limits: ServerLimits { configuration.limits }
}

/// The connections of a server.
@MainActor
final class Connections {
  private(set) var all: [Connection] = []
  /// Called when a connection has come or gone.
  private let changed: @MainActor () -> Void

  init(changed: @escaping @MainActor () -> Void) { self.changed = changed }

  var count: Int { all.count }

  /// Adds a connection.
  func add(_ connection: Connection) {
    all.append(connection)
    changed()
  }

  /// Removes a connection that has ended.
  func remove(_ connection: Connection) {
    all.removeAll { $0 === connection }
    changed()
  }
}
