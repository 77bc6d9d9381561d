/// Where the change log stands at the moment of a snapshot.
struct LogMoment: Sendable, Equatable {
  let snapshot: ServerSnapshot
  /// Tells this log from any other, also from the one that was here before a crash emptied it; nil as long as it
  /// has not got its epoch.
  let identity: String?
  /// What older transactions have logged was removed.
  let prunedBelow: UInt64?
  /// How many migrations were made.
  let migrations: Int
  /// A digest of which tables are partitions of which. No trigger logs that a partition is attached, detached or
  /// dropped, with its rows.
  let partitions: String?

  /// Whether the log has everything that was committed after an earlier moment.
  func continues(_ earlier: LogMoment) -> Bool {
    guard let identity, identity == earlier.identity, let prunedBelow else { return false }
    guard partitions == earlier.partitions else { return false }
    // Older transactions than its oldest had ended by then. A server that has gone back in time has fewer of them.
    return prunedBelow <= earlier.snapshot.oldest && earlier.snapshot.end <= snapshot.end
  }
}
