/// The state of the change log at a snapshot.
struct LogMoment: Sendable, Equatable {
  let snapshot: ServerSnapshot
  /// The identity of the log; nil until the log has an epoch. The identity changes when a crash empties the log.
  let identity: String?
  /// The changes of transactions below this one were removed. Nil if the log has no mark.
  let prunedBelow: UInt64?
  /// The number of migrations that were applied.
  let migrations: Int
  /// A digest of the tables and their partitions. It shows that a partition was attached, detached or dropped with its
  /// rows, because no trigger runs then.
  let partitions: String?

  /// Whether the log contains every change that was committed after an earlier moment.
  func continues(_ earlier: LogMoment) -> Bool {
    guard let identity, identity == earlier.identity, let prunedBelow else { return false }
    guard partitions == earlier.partitions else { return false }
    // All transactions below `oldest` had ended at the earlier snapshot. If a server was restored to an earlier time,
    // its snapshot has a lower `end`.
    return prunedBelow <= earlier.snapshot.oldest && earlier.snapshot.end <= snapshot.end
  }
}
