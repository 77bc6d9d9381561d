/// The pairs of schemas that were compared where one of them stands by reference.
struct ReferencePairs {
  /// When so many faults were found, of each pair that is met again only the first is repeated.
  private static let maximumFaults = 1000

  /// What was found, seen from the pair; nothing as long as it is being looked for: a type that holds itself is included
  /// if all the rest of it is.
  private var found: [[String]: [SchemaInclusion.Fault]] = [:]
  /// The pairs in the order in which they began.
  private var order: [[String]] = []
  private var count = 0

  /// Begins with a pair; false if it is known, or has begun.
  mutating func begin(_ pair: [String]) -> Bool {
    guard found[pair] == nil else { return false }
    found[pair] = []
    order.append(pair)
    return true
  }

  /// Ends a pair. If it has faults, what was found without any since it began is forgotten: that may have been so only
  /// because the pair was assumed to have none.
  mutating func end(_ pair: [String], with faults: [SchemaInclusion.Fault]) {
    found[pair] = faults
    guard !faults.isEmpty, let index = order.lastIndex(of: pair) else { return }
    for other in order[(index + 1)...] where found[other]?.isEmpty == true { found[other] = nil }
    order.removeSubrange((index + 1)...)
  }

  /// What is to be told of a pair where it stands.
  mutating func faults(of pair: [String]) -> [SchemaInclusion.Fault] {
    let faults = found[pair] ?? []
    count += faults.count
    return count <= ReferencePairs.maximumFaults ? faults : Array(faults.prefix(1))
  }
}
