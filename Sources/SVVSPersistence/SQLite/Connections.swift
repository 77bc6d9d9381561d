import Foundation
import GRDB
import SystemSupport

/// The connections to one database: one for writes and, if it is a file, another for reads, so that readers do not wait
/// for a writer that waits for another process.
struct Connections {
  let writer: DatabaseQueue
  let reader: DatabaseQueue
  /// The results to deliver to observers.
  let deliveries: Deliveries
  private let watcher: FileWatcher?
  /// Whether the path still leads to the file that was opened.
  private let isThere: @Sendable () -> Bool

  /// Opens a database in memory.
  init(migrator: DatabaseMigrator) throws {
    writer = try DatabaseQueue(configuration: Connections.configuration)
    reader = writer
    deliveries = Deliveries(from: writer)
    watcher = nil
    isThere = { true }
    try migrator.migrate(writer)
  }

  /// Opens a file.
  init(path: String, migrator: DatabaseMigrator) throws {
    // SQLite opens a separate database for each connection under these names, and no file.
    guard !path.isEmpty, path != ":memory:", !path.hasPrefix("file:") else { throw DatabaseError.noFile }
    // SQLite would create the file with the permissions of the umask. It reports the failures of this call better.
    let created = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if created >= 0 {
      fchmod(created, 0o600)
      close(created)
    }
    writer = try DatabaseQueue(path: path, configuration: Connections.configuration)
    try Connections.migrate(writer, by: migrator)
    // In a journal mode that another program has set, writes may not reach the watched file itself. A mode that cannot
    // be changed is left.
    try? writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    reader = try DatabaseQueue(path: path, configuration: Connections.configuration)
    deliveries = Deliveries(from: writer)
    let file = FileIdentity(path: path)
    isThere = { FileIdentity(path: path) == file }
    watcher = try FileWatcher(path: path, notifyingObserversOf: writer, isThere: isThere)
  }

  /// Checks that the path still leads to the open file.
  ///
  /// - Throws: ``DatabaseError`` of the kind `fileGone`. SQLite itself detects this only in some writes.
  func checkFile() throws {
    guard isThere() else { throw DatabaseError.fileGone }
  }

  /// Reads a query for its observer, and schedules another read if another process locks readers out.
  func deliver(_ query: ObservedQuery, from database: Database) {
    do {
      try checkFile()
    } catch {
      return deliveries.add(query.read(.failure(error)))
    }
    deliveries.add(query.read(.success(Transaction(database) { if $0.isOfLock { watcher?.readAgain() } })))
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(SQLiteEngine.busyTimeout / .seconds(1))
    return configuration
  }

  private static func migrate(_ writer: DatabaseQueue, by migrator: DatabaseMigrator) throws {
    let before = try state(of: writer, by: migrator)
    if before.isNewer { throw DatabaseError.newerVersion }
    // A read-only file is not an error as long as nothing has to be written.
    if before.isComplete { return }
    do {
      try migrator.migrate(writer)
    } catch {
      // Another process that opened the new file at the same time may have applied the migrations first.
      guard try state(of: writer, by: migrator).applied != before.applied else { throw error }
      try migrate(writer, by: migrator)
    }
  }

  private static func state(
    of writer: DatabaseQueue, by migrator: DatabaseMigrator
  ) throws -> (applied: Set<String>, isComplete: Bool, isNewer: Bool) {
    try writer.read { database in
      // The first read fixes the snapshot of the transaction. The migrator reads twice: the applied migrations and, if
      // that fails, whether their table exists.
      _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
      return (
        try migrator.appliedIdentifiers(database), try migrator.hasCompletedMigrations(database),
        try migrator.hasBeenSuperseded(database)
      )
    }
  }
}

extension DatabaseError {
  fileprivate static var noFile: DatabaseError { DatabaseError(.noDatabase, "the path is not the path of a file") }
  fileprivate static var fileGone: DatabaseError { DatabaseError(.fileGone, "the file was deleted, moved or replaced") }
  fileprivate static var newerVersion: DatabaseError {
    DatabaseError(.newerVersion, "it was written by a newer version")
  }
}
