/// The pairs of schemas that were compared because one of them is a reference.
struct ReferencePairs {
  /// The number of faults after which only the first fault of a pair is repeated.
  private static let maximumFaults = 1000

  /// The faults of each pair, relative to it. Empty while the pair is being compared: a recursive type is included if
  /// the rest of it is.
  private var found: [[String]: [SchemaInclusion.Fault]] = [:]
  /// The pairs in the order in which they began.
  private var order: [[String]] = []
  private var count = 0

  /// Begins a pair. Returns false if it was compared, or has begun.
  mutating func begin(_ pair: [String]) -> Bool {
    guard found[pair] == nil else { return false }
    found[pair] = []
    order.append(pair)
    return true
  }

  /// Ends a pair. If it has faults, the pairs without faults that began after it are forgotten: they may be without
  /// faults only because this one was assumed to be.
  mutating func end(_ pair: [String], with faults: [SchemaInclusion.Fault]) {
    found[pair] = faults
    guard !faults.isEmpty, let index = order.lastIndex(of: pair) else { return }
    for other in order[(index + 1)...] where found[other]?.isEmpty == true { found[other] = nil }
    order.removeSubrange((index + 1)...)
  }

  /// The faults to report where a pair is used.
  mutating func faults(of pair: [String]) -> [SchemaInclusion.Fault] {
    let faults = found[pair] ?? []
    count += faults.count
    return count <= ReferencePairs.maximumFaults ? faults : Array(faults.prefix(1))
  }
}
