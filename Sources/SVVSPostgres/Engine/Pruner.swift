import Dispatch
import Logging
import SVVSPersistence
import Synchronization

/// An object that prunes the change log from time to time, as long as there are changes. It opens a connection for each
/// pruning.
final class Pruner: Sendable {
  private static let pause = Duration.seconds(60)
  private static let limit = Duration.seconds(60)

  private let database: PostgresDatabase
  private let queue = DispatchQueue(label: "svvs.postgres.pruning")
  private let next = Mutex(ContinuousClock.now + pause)
  /// The failure that was logged last. If the same failure occurs again, it is not logged again, because a role that
  /// may only read fails in the same way every time.
  private let failure = Mutex<String?>(nil)

  init(_ database: PostgresDatabase) { self.database = database }

  /// Prunes the log, unless this process has already done so within the last ``pause``. Call this method after changes.
  func pruneIfDue() {
    let isDue = next.withLock { next in
      guard next <= .now else { return false }
      next = .now + Pruner.pause
      return true
    }
    if isDue { queue.async { self.prune() } }
  }

  private func prune() {
    let deadline = ContinuousClock.now + Pruner.limit
    do {
      try Connection.open(database.address, until: deadline)
        .script(Pruning(schema: database.schema).statement, until: deadline)
    } catch {
      let isNew = failure.withLock { failure in
        defer { failure = "\(error)" }
        return failure != "\(error)"
      }
      if isNew {
        FollowerLoop.logger.notice("The change log in PostgreSQL was not pruned; the next attempt follows: \(error)")
      }
    }
  }
}
