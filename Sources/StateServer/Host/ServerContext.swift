import StateProtocol
import SystemSupport

/// The parts of a server that all of its connections share.
@MainActor
final class ServerContext {
  let app: HostedApp
  let configuration: ServerConfiguration
  let turn: Turn
  let sessions: Sessions
  let connections: Connections
  /// The description of this process. Clients receive it in the reply to `initialize`.
  let process = ServerProcess(id: RandomText.make(bits: 128), pid: ProcessID(getpid()))
  /// The counters for connections, views and calls, and for the names that the server chooses.
  let numbers = Numbers()
  /// The number of subscriptions in the process.
  let subscriptionCount = SubscriptionCount()

  init(
    app: HostedApp, configuration: ServerConfiguration, turn: Turn, sessions: Sessions, connections: Connections
  ) {
    self.app = app
    self.configuration = configuration
    self.turn = turn
    self.sessions = sessions
    self.connections = connections
  }

  var limits: ServerLimits { configuration.limits }
}

/// The connections of a server.
@MainActor
final class Connections {
  private(set) var all: [Connection] = []
  /// Called after a connection was added or removed.
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
