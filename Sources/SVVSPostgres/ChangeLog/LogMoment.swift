/// The state of the change log at a snapshot.
struct LogMoment: Sendable, Equatable {
  let snapshot: ServerSnapshot
  /// The identity of the log, which changes when a crash empties the log; nil until the log has an epoch.
  let identity: String?
  /// The transaction below which changes were removed; nil if the log has no mark.
  let prunedBelow: UInt64?
  /// The number of migrations that were applied.
  let migrations: Int
  /// A digest of the tables and their partitions. No trigger runs when a partition is attached, detached or dropped
  /// with its rows.
  let partitions: String?

  /// Whether the log contains every change that was committed after an earlier moment.
  func continues(_ earlier: LogMoment) -> Bool {
    guard let identity, identity == earlier.identity, let prunedBelow else { return false }
    guard partitions == earlier.partitions else { return false }
    // Transactions older than the oldest of a snapshot had ended at it. A server that was restored to an earlier time
    // has a lower end.
    return prunedBelow <= earlier.snapshot.oldest && earlier.snapshot.end <= snapshot.end
  }
}
