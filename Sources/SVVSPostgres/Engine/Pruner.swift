import Logging
import SVVSPersistence
import Synchronization

/// Prunes the change log now and then, as long as something is written, with a connection just for that.
final class Pruner: Sendable {
  private static let pause = Duration.seconds(60)
  private static let limit = Duration.seconds(60)

  private let statement: String
  private let connection: ConnectionPool
  private let next = Mutex(ContinuousClock.now + pause)
  /// The failure that was logged last: who may only read has the same every time.
  private let failure = Mutex<String?>(nil)

  init(_ database: PostgresDatabase) {
    statement = Pruning(schema: database.schema).statement
    connection = ConnectionPool(database.address, name: "pruning")
  }

  /// Notes that something was written.
  func noteChanges() {
    let isDue = next.withLock { next in
      guard next <= .now else { return false }
      next = .now + Pruner.pause
      return true
    }
    if isDue { Task { await prune() } }
  }

  private func prune() async {
    do {
      try await connection.run(within: Pruner.limit) { [statement] in try $0.script(statement, until: $1) }
    } catch {
      let isNew = failure.withLock { failure in
        defer { failure = "\(error)" }
        return failure != "\(error)"
      }
      if isNew {
        FollowerLoop.logger.notice("PostgreSQL's change log was not pruned, which is tried again: \(error)")
      }
    }
    connection.close()
  }
}
