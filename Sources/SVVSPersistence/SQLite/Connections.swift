import Foundation
import GRDB
import SystemSupport

/// The connections to one database. A file has one connection for writes and another for reads, so that readers do not
/// wait for a writer that waits for another process. A database in memory has one connection for both.
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

  /// Opens the database file at `path`.
  init(path: String, migrator: DatabaseMigrator) throws {
    // For these names, SQLite does not open a file, but a separate database for each connection.
    guard !path.isEmpty, path != ":memory:", !path.hasPrefix("file:") else {
      throw DatabaseError(.noDatabase, "the path is not the path of a file")
    }
    // The file is created here, because SQLite would create it with the permissions that the umask allows. A failure is
    // ignored, because SQLite reports it better when SQLite opens the file.
    let created = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if created >= 0 {
      fchmod(created, 0o600)
      close(created)
    }
    writer = try DatabaseQueue(path: path, configuration: Connections.configuration)
    try Connections.migrate(writer, by: migrator)
    // Another program may have set a journal mode in which writes do not reach the watched file itself. If the mode
    // cannot be changed, it is kept.
    try? writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    reader = try DatabaseQueue(path: path, configuration: Connections.configuration)
    deliveries = Deliveries(from: writer)
    let file = FileIdentity(path: path)
    isThere = { FileIdentity(path: path) == file }
    watcher = try FileWatcher(path: path, notifyingObserversOf: writer, isThere: isThere)
  }

  /// Checks that the path still leads to the open file.
  ///
  /// - Throws: ``DatabaseError`` of the kind `fileGone` if it does not. SQLite itself detects this only in some writes.
  func checkFile() throws {
    guard isThere() else { throw DatabaseError(.fileGone, "the file was deleted, moved or replaced") }
  }

  /// Reads a query, and adds the result to ``deliveries``. If another process holds a lock that prevents the read,
  /// schedules another read.
  ///
  /// - Parameters:
  ///   - changed: The ids of the rows that this process has changed since the last read; nil if they are not known.
  ///   - version: SQLite's counter of the writes of other connections at the last read. If it has changed, the query is
  ///     read as a whole, even if the file watcher has not noticed these writes yet.
  func deliver(_ query: ObservedQuery, changed: Set<Int>?, since version: inout Int?, from database: Database) {
    let transaction = Transaction(database) { if $0.isOfLock { watcher?.readAgain() } }
    let last = version
    do {
      try checkFile()
      if query.maximumChangeCount > 0 {
        version = try transaction.row("PRAGMA data_version")?.value("data_version")
      }
      deliveries.add(query.read(.success(transaction), version == last ? changed : nil))
    } catch {
      deliveries.add(query.read(.failure(error), nil))
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(SQLiteEngine.busyTimeout / .seconds(1))
    return configuration
  }

  private static func migrate(_ writer: DatabaseQueue, by migrator: DatabaseMigrator) throws {
    let before = try state(of: writer, by: migrator)
    if before.isNewer { throw DatabaseError(.newerVersion, "it was written by a newer version") }
    // A read-only file is not an error if no migration has to be applied.
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
      // The first read fixes the snapshot of the transaction. The migrator then sees the same snapshot in two reads: it
      // reads the applied migrations and, if that read fails, checks whether the table of migrations exists.
      _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
      return (
        try migrator.appliedIdentifiers(database), try migrator.hasCompletedMigrations(database),
        try migrator.hasBeenSuperseded(database)
      )
    }
  }
}
