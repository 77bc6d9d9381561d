/// The state of the change log at a snapshot.
struct LogMoment: Sendable, Equatable {
  let snapshot: ServerSnapshot
  /// The identity of the log; nil until the log has an epoch. The identity changes when a crash empties the log.
  let identity: String?
  /// The transaction up to which the log was pruned: the changes of all earlier transactions were removed. Nil if the
  /// log has no mark.
  let prunedBelow: UInt64?
  /// The number of migrations that were applied to the database.
  let migrations: Int
  /// A digest of the tables and their partitions. It changes when a partition is attached, detached, or dropped with
  /// its rows. No trigger runs in these cases.
  let partitions: String?

  /// Whether the log contains every change that was committed after the moment `earlier`.
  func continues(_ earlier: LogMoment) -> Bool {
    guard let identity, identity == earlier.identity, let prunedBelow else { return false }
    guard partitions == earlier.partitions else { return false }
    // All transactions before `oldest` had ended at the earlier snapshot. If a server was restored to an earlier time,
    // its snapshot has a lower `end`.
    return prunedBelow <= earlier.snapshot.oldest && earlier.snapshot.end <= snapshot.end
  }
}
