/// The set of transactions that are visible at a moment. It corresponds to PostgreSQL's `pg_snapshot`.
struct ServerSnapshot: Sendable, Equatable {
  /// All transactions before this one had ended at the moment of the snapshot.
  let oldest: UInt64
  /// This transaction and all later ones had not ended at the moment of the snapshot.
  let end: UInt64
  /// The transactions between ``oldest`` and ``end`` that had not ended at the moment of the snapshot.
  let inProgress: Set<UInt64>

  /// - Parameter text: The text of a snapshot, such as `10:20:10,14,15`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let oldest = UInt64(parts[0]), let end = UInt64(parts[1]) else { return nil }
    self.oldest = oldest
    self.end = end
    inProgress = Set(parts[2].split(separator: ",").compactMap { UInt64($0) })
  }

  /// Whether a transaction had ended at the moment of the snapshot.
  func sees(_ transaction: UInt64) -> Bool {
    transaction < end && !inProgress.contains(transaction)
  }
}
