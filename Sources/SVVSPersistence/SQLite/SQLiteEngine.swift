import Dispatch
import GRDB
import Synchronization

/// A SQLite database in memory or in a file, accessed through GRDB.
final class SQLiteEngine: DatabaseEngine {
  /// The longest time that a write waits for the locks of other processes.
  static let busyTimeout = Duration.seconds(2)

  private let migrator: DatabaseMigrator
  private let connections: Mutex<Connections?>

  /// The longest wait of the main thread for first results of queries. Most first results arrive within a millisecond.
  /// The limit is reached if queries are slow, or if a write of this process waits for another process.
  static let firstResultLimit = Duration.milliseconds(250)

  let firstResultLimit: Duration

  /// A database in memory, created on first use.
  init(migrations: [Migration], firstResultLimit: Duration = SQLiteEngine.firstResultLimit) {
    self.firstResultLimit = firstResultLimit
    migrator = DatabaseMigrator(migrations)
    connections = Mutex(nil)
  }

  init(
    path: String, migrations: [Migration], firstResultLimit: Duration = SQLiteEngine.firstResultLimit
  ) throws {
    self.firstResultLimit = firstResultLimit
    let migrator = DatabaseMigrator(migrations)
    self.migrator = migrator
    connections = Mutex(try translating { try Connections(path: path, migrator: migrator) })
  }

  @concurrent
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    let connections = try opened()
    try connections.checkFile()
    return try await translating {
      try await connections.reader.read { try body(Transaction($0)) }
    }
  }

  func write<Value: Sendable>(
    inOrderOf key: String?, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    let asked = ContinuousClock.now
    let connections = try opened()
    // The write is queued before this method first suspends, so that no later write comes before it.
    let result = await withCheckedContinuation { continuation in
      connections.writer.asyncWriteWithoutTransaction { database in
        let result = Result {
          try connections.checkFile()
          return try translating { try SQLiteEngine.write(body, to: database, askedAt: asked) }
        }
        connections.deliveries.send()
        continuation.resume(returning: result)
      }
    }
    await deliveries()
    return try result.get()
  }

  func readAtOnce<Value>(_ body: (Transaction) throws -> Value) throws -> Value? {
    try translating {
      try connections.withLock { $0 }?.reader.read { try body(Transaction($0)) }
    }
  }

  var isOpen: Bool { connections.withLock { $0 != nil } }

  /// Observes a query. The observation is queued before this method first suspends, so that it notices every write that
  /// is called later.
  func observe(_ query: ObservedQuery) async throws -> any Sendable & AnyObject {
    let connections = try opened()
    let observer = await withCheckedContinuation { continuation in
      // One block reads the first result and starts the observation, so that no transaction comes between the two.
      connections.writer.asyncWriteWithoutTransaction { database in
        let observer = QueryObserver(query, connections, database)
        connections.deliveries.send()
        continuation.resume(returning: observer)
      }
    }
    await deliveries()
    return observer
  }

  /// Waits for all deliveries that are already in the main queue. Without this wait, a continuation that is resumed
  /// before its task suspends would return before the deliveries.
  private func deliveries() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  private func opened() throws -> Connections {
    try connections.withLock { connections in
      if let connections { return connections }
      let opened = try translating { try Connections(migrator: migrator) }
      connections = opened
      return opened
    }
  }

  private static func write<Value>(
    _ body: (Transaction) throws -> Value, to database: Database, askedAt asked: ContinuousClock.Instant
  ) throws -> Value {
    // The time that this write has waited in the queue counts as well, because an earlier write may have waited for
    // another process during that time.
    try withBusyTimeout(max(.zero, busyTimeout - (.now - asked)), in: database) { database in
      var result: Result<Value, any Error>?
      try database.inTransaction(.immediate) {
        result = .success(try body(Transaction(database)))
        return .commit
      }
      guard let result else { preconditionFailure("a transaction that did not throw has run") }
      return try result.get()
    }
  }

  /// Runs `body` with another busy timeout.
  static func withBusyTimeout<Value>(
    _ timeout: Duration, in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    try setBusyTimeout(timeout, of: database)
    // A failure to reset the timeout does no harm, because the next write sets its own timeout.
    defer { try? setBusyTimeout(busyTimeout, of: database) }
    return try body(database)
  }

  private static func setBusyTimeout(_ timeout: Duration, of database: Database) throws {
    try database.execute(sql: "PRAGMA busy_timeout = \(Int(timeout / .milliseconds(1)))")
  }
}

extension DatabaseMigrator {
  fileprivate init(_ migrations: [Migration]) {
    self.init()
    for migration in migrations {
      registerMigration(migration.name) { try migration.body(Transaction($0)) }
    }
  }
}
