import Dispatch
public import GRDB
import Synchronization

/// The SQLite database of an app, in memory or in a file, used away from the main thread.
///
/// ```swift
/// guard let path = database else { return AppDatabase(migrator: .notes) }
/// do {
///   return try AppDatabase(path: path, migrator: .notes)
/// } catch AppDatabaseError.newerVersion {
///   throw ValidationError("\(path) was written by a newer version of this program.")
/// } catch {
///   throw ValidationError("\(path) cannot be opened: \(error)")
/// }
/// ```
///
/// The migrator is GRDB's: it makes the tables of a new file, and brings an older file up to date.
///
/// Several processes may use one file. A write waits for those of others for at most two seconds, then fails with
/// GRDB's `DatabaseError`; what others write shows in every ``LiveQuery`` here.
public final class AppDatabase: Sendable {
  private let migrator: DatabaseMigrator
  private let connections: Mutex<Connections?>

  /// A database in memory, made when it is first needed.
  public init(migrator: DatabaseMigrator) {
    self.migrator = migrator
    connections = Mutex(nil)
  }

  /// A database in a file. A file that is missing is made, for its owner alone to read and write.
  ///
  /// - Throws: ``AppDatabaseError``, or GRDB's `DatabaseError` if the file cannot be opened or migrated.
  public init(path: String, migrator: DatabaseMigrator) throws {
    self.migrator = migrator
    connections = Mutex(try Connections(path: path, migrator: migrator))
  }

  /// Reads in one transaction, also while a write waits for another process.
  ///
  /// - Throws: What `body` throws, and ``AppDatabaseError/fileGone``.
  @concurrent
  public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let connections = try opened()
    try connections.checkFile()
    return try await connections.reader.read(body)
  }

  /// Writes in one transaction. When this returns, every ``LiveQuery`` that it concerns has the new value.
  ///
  /// Writes that are called on one actor are made in that order.
  ///
  /// - Throws: What `body` throws, ``AppDatabaseError/fileGone``, and GRDB's `DatabaseError` if another process
  ///   holds the file for more than two seconds. Nothing is written then.
  public func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let asked = ContinuousClock.now
    let connections = try opened()
    // In the queue before this first suspends, so that no later write comes first.
    let result = await withCheckedContinuation { continuation in
      connections.writer.asyncWriteWithoutTransaction { database in
        let result = Result {
          try connections.checkFile()
          return try AppDatabase.write(body, to: database, askedAt: asked)
        }
        continuation.resume(returning: result)
      }
    }
    await deliveries()
    return try result.get()
  }

  /// Returns after all that observers have sent to the main queue. A continuation that is resumed before
  /// anybody waits for it would come first.
  private func deliveries() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  /// How long a write may wait for other processes.
  static let patience = Duration.seconds(2)

  private static func write<Value>(
    _ body: (Database) throws -> Value, to database: Database, askedAt asked: ContinuousClock.Instant
  ) throws -> Value {
    // Writes that wait behind one that waits for another process have waited as well.
    try withPatience(max(.zero, patience - (.now - asked)), in: database) { database in
      var result: Result<Value, any Error>?
      try database.inTransaction(.immediate) {
        result = .success(try body(database))
        return .commit
      }
      guard let result else { preconditionFailure("a transaction that did not throw has run") }
      return try result.get()
    }
  }

  /// Runs `body` with another time that it may wait for other processes.
  static func withPatience<Value>(
    _ other: Duration, in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    try setPatience(other, of: database)
    // If it cannot be set, the next write sets its own all the same.
    defer { try? setPatience(patience, of: database) }
    return try body(database)
  }

  private static func setPatience(_ patience: Duration, of database: Database) throws {
    try database.execute(sql: "PRAGMA busy_timeout = \(Int(patience / .milliseconds(1)))")
  }

  /// Reads at once, on the calling thread; nil as long as a database in memory was not needed, for
  /// then it holds what its migrations put there and nothing else.
  func readIfOpen<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    try connections.withLock { $0 }?.reader.read(body)
  }

  /// Fetches and delivers, now and after each transaction that an observation notices, in that order.
  ///
  /// What is written after this was called is noticed: it waits for its turn before it first suspends.
  ///
  /// - Returns: What ends it, when it is cancelled or nobody holds it any more.
  func observe<Value>(
    _ observation: DatabaseRegionObservation, fetch: @escaping @Sendable (Database) throws -> Value,
    deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) async throws -> AnyDatabaseCancellable {
    let connections = try opened()
    let running = await withCheckedContinuation { continuation in
      // No transaction between the first result and the beginning of the observation.
      connections.writer.asyncWriteWithoutTransaction { database in
        deliver(connections.fetch(fetch, from: database))
        let running = observation.start(in: connections.writer) {
          deliver(.failure($0))
        } onChange: { database in
          deliver(connections.fetch(fetch, from: database))
        }
        continuation.resume(returning: running)
      }
    }
    await deliveries()
    return running
  }

  /// Whether there is a file, or a database in memory was needed.
  var isOpen: Bool { connections.withLock { $0 != nil } }

  private func opened() throws -> Connections {
    try connections.withLock { connections in
      if let connections { return connections }
      let opened = try Connections(migrator: migrator)
      connections = opened
      return opened
    }
  }
}

/// Why a file is not, or no longer, the database of an app.
///
/// ```swift
/// do {
///   return try AppDatabase(path: path, migrator: .notes)
/// } catch AppDatabaseError.newerVersion {
///   throw ValidationError("\(path) was written by a newer version of this program.")
/// } catch {
///   throw ValidationError("\(path) cannot be opened: \(error)")
/// }
/// ```
public enum AppDatabaseError: Error, CustomStringConvertible {
  /// The file was migrated by a newer version of the app.
  case newerVersion
  /// The path is that of no file, such as `:memory:`.
  case noFile
  /// The file was deleted, moved or replaced since it was opened.
  case fileGone

  public var description: String {
    switch self {
    case .noFile: "the path names no file"
    case .fileGone: "the file was deleted, moved or replaced"
    case .newerVersion: "it was written by a newer version"
    }
  }
}
