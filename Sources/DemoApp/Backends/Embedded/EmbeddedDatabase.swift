import GRDB
import Synchronization

/// The app's own SQLite database.
final class EmbeddedDatabase: Sendable {
  private let queue: Mutex<DatabaseQueue?>

  /// A database in memory, made when first needed.
  init() {
    queue = Mutex(nil)
  }

  /// A database in a file, which is made if it is not there.
  init(path: String) throws {
    let opened = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(opened)
    queue = Mutex(opened)
  }

  /// Reads in one transaction, away from the main thread.
  @concurrent
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await opened().read(body)
  }

  /// Writes in one transaction, away from the main thread.
  @concurrent
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await opened().write(body)
  }

  private func opened() throws -> DatabaseQueue {
    try queue.withLock { queue in
      if let queue { return queue }
      let opened = try DatabaseQueue()
      try Schema.migrator.migrate(opened)
      queue = opened
      return opened
    }
  }
}
