/// Which transactions can be seen at a moment: PostgreSQL's `pg_snapshot`.
struct ServerSnapshot: Sendable, Equatable {
  /// All before it have ended.
  let oldest: UInt64
  /// Neither it nor any after it had ended.
  let end: UInt64
  /// Those between that had not.
  let inProgress: Set<UInt64>

  /// - Parameter text: Such as `10:20:10,14,15`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let oldest = UInt64(parts[0]), let end = UInt64(parts[1]) else { return nil }
    self.oldest = oldest
    self.end = end
    inProgress = Set(parts[2].split(separator: ",").compactMap { UInt64($0) })
  }

  /// Whether a transaction had ended.
  func sees(_ transaction: UInt64) -> Bool {
    transaction < end && !inProgress.contains(transaction)
  }
}
