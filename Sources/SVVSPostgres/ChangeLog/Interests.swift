import SVVSPersistence

/// The rows that queries track. They are used to find the queries that a change concerns.
struct Interests {
  typealias Query = Int

  private var byRows: [Changes.Rows: Set<Query>] = [:]
  /// The keys that queries track, by table.
  private var keys: [String: Set<String>] = [:]
  private var inAnything: Set<Query> = []
  private(set) var all: Set<Query> = []

  mutating func insert(_ query: Query, tracking tracked: [TrackedRows]?) {
    all.insert(query)
    guard let tracked else {
      inAnything.insert(query)
      return
    }
    for rows in tracked.map(Changes.Rows.init) {
      byRows[rows, default: []].insert(query)
      if let key = rows.key { keys[rows.table, default: []].insert(key) }
    }
  }

  mutating func remove(_ query: Query, tracking tracked: [TrackedRows]?) {
    all.remove(query)
    inAnything.remove(query)
    for rows in (tracked ?? []).map(Changes.Rows.init) {
      byRows[rows]?.remove(query)
      guard byRows[rows]?.isEmpty == true else { continue }
      byRows[rows] = nil
      if let key = rows.key { keys[rows.table]?.remove(key) }
    }
  }

  func concerned(by changes: Changes) -> Set<Query> {
    guard case .some(let changed) = changes else { return all }
    var concerned = changed.isEmpty ? [] : inAnything
    for rows in changed {
      concerned.formUnion(byRows[Changes.Rows(table: rows.table, key: nil)] ?? [])
      for key in rows.key.map({ [$0] }) ?? keys[rows.table] ?? [] {
        concerned.formUnion(byRows[Changes.Rows(table: rows.table, key: key)] ?? [])
      }
    }
    return concerned
  }
}

extension Changes.Rows {
  /// Converts tracked rows to the form in which the triggers log changed rows.
  init(_ tracked: TrackedRows) {
    table = tracked.table.lowercased()
    key =
      switch tracked.key {
      case .integer(let number): String(number)
      case .text(let text): Changes.Rows.isNumberInDisguise(text) ? nil : text
      // A key column does not hold real numbers or NULL.
      case .real, .null, nil: nil
      }
  }

  /// Whether PostgreSQL reads the text as an integer, but the triggers log this integer as a different text. For
  /// example, PostgreSQL reads "05" as 5.
  private static func isNumberInDisguise(_ text: String) -> Bool {
    guard let number = Int64(text.filter { !$0.isWhitespace }) else { return false }
    return String(number) != text
  }
}
