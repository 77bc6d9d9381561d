/// The pairs of schemas that were compared because one of them is a reference.
struct ReferencePairs {
  /// After this many faults were reported, only the first fault of each pair is reported.
  private static let maximumFaults = 1000

  /// The faults of each pair, with pointers relative to the pair. While a pair is being compared, it is assumed to have
  /// no faults. A recursive type is therefore included if the rest of the type is included.
  private var found: [[String]: [SchemaInclusion.Fault]] = [:]
  /// The pairs, in the order in which their comparisons began.
  private var order: [[String]] = []
  private var count = 0

  /// Begins to compare a pair. Returns false if the pair was already compared or is being compared.
  mutating func begin(_ pair: [String]) -> Bool {
    guard found[pair] == nil else { return false }
    found[pair] = []
    order.append(pair)
    return true
  }

  /// Ends the comparison of a pair. If the pair has faults, removes the pairs without faults whose comparisons began
  /// later. Those pairs may have no faults only because this pair was assumed to have none.
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
