/// The pairs of schemas that were compared where one of them stands by reference.
struct ReferencePairs {
  /// More faults than this are no longer told for each place, but one for a place.
  private static let patience = 1000

  /// What was found, seen from the pair; nothing as long as it is being looked for: a type that holds itself is included
  /// if all the rest of it is.
  private var found: [[String]: [SchemaInclusion.Fault]] = [:]
  private var count = 0

  /// Begins with a pair; false if it is known, or has begun.
  mutating func begin(_ pair: [String]) -> Bool {
    guard found[pair] == nil else { return false }
    found[pair] = []
    return true
  }

  mutating func end(_ pair: [String], with faults: [SchemaInclusion.Fault]) {
    found[pair] = faults
  }

  /// What is to be told of a pair where it stands.
  mutating func faults(of pair: [String]) -> [SchemaInclusion.Fault] {
    let faults = found[pair] ?? []
    count += faults.count
    return count <= ReferencePairs.patience ? faults : Array(faults.prefix(1))
  }
}
