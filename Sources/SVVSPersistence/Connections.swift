import Foundation
import GRDB

/// The connections to one database: one that writes and, if it is a file, another that reads, so that
/// readers need not wait for a writer that waits for another process.
struct Connections {
  let writer: DatabaseQueue
  let reader: DatabaseQueue
  private let watcher: FileWatcher?

  /// Opens a database in memory.
  init(migrator: DatabaseMigrator) throws {
    writer = try DatabaseQueue(configuration: Connections.configuration)
    reader = writer
    watcher = nil
    try migrator.migrate(writer)
  }

  /// Opens a file.
  init(path: String, migrator: DatabaseMigrator) throws {
    // SQLite would make it as the umask says. What fails here fails there too, with a better message.
    let created = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if created >= 0 { close(created) }
    writer = try DatabaseQueue(path: path, configuration: Connections.configuration)
    try Connections.migrate(writer, by: migrator)
    reader = try DatabaseQueue(path: path, configuration: Connections.configuration)
    watcher = try FileWatcher(path: path, tellingObserversOf: writer)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    return configuration
  }

  private static func migrate(_ writer: DatabaseQueue, by migrator: DatabaseMigrator) throws {
    let (applied, isNewer) = try writer.read { database in
      (try migrator.appliedIdentifiers(database), try migrator.hasBeenSuperseded(database))
    }
    if isNewer { throw AppDatabaseError.newerVersion }
    // A file that only may be read is no error as long as nothing has to be written.
    if try writer.read(migrator.hasCompletedMigrations) { return }
    do {
      try migrator.migrate(writer)
    } catch {
      // Another process that opened the new file at the same time may have been faster.
      guard try writer.read(migrator.appliedIdentifiers) != applied else { throw error }
      try migrate(writer, by: migrator)
    }
  }
}
