import SVVS
import SVVSPersistence
import Synchronization

/// A query of the visible rows of a table.
@MainActor
final class Items {
  static let migrations = [
    Migration("items") { transaction in
      try transaction.execute(
        """
        CREATE TABLE item (
          id \(.identity), text TEXT NOT NULL, isHidden BOOLEAN NOT NULL DEFAULT FALSE,
          parentID INTEGER REFERENCES item (id) ON DELETE CASCADE)
        """)
      try transaction.execute("CREATE TABLE other (id INTEGER)")
    }
  ]

  let database: AppDatabase
  let query: LiveQuery<ObservableArray<String>>
  let reads = Reads()

  init(in database: AppDatabase, within limit: RowLimit? = nil) {
    self.database = database
    query = LiveQuery(
      rowsOf: "item", matching: "SELECT id, text FROM item WHERE NOT isHidden", within: limit, in: database
    ) { [reads] row in
      if reads.isBroken.load(ordering: .relaxed) { throw DatabaseError(.failed, "broken") }
      reads.count.add(1, ordering: .relaxed)
      return try row.value("text")
    }
  }

  var texts: [String] { query.value.elements }
  /// The number of rows that were read.
  var readCount: Int { reads.count.load(ordering: .relaxed) }

  func write(_ sql: SQL) async throws {
    try await database.write { try $0.execute(sql) }
  }

  /// Inserts rows, each with its id as the text, in one transaction.
  func insert(_ count: Int) async throws {
    try await database.write { transaction in
      for _ in 0..<count {
        try transaction.execute("INSERT INTO item (text) SELECT CAST(COALESCE(MAX(id), 0) + 1 AS TEXT) FROM item")
      }
    }
  }

  /// The recorded changes of the array as text. Removes them from the record.
  func differences(_ changes: ArrayChanges<String>) -> [String] {
    defer { changes.removeAll() }
    return changes.differences(in: query.value.current).map { difference in
      let texts = [difference.old, difference.new].map { "[\($0.joined(separator: ", "))]" }
      return "\(difference.start): \(texts[0]) → \(texts[1])"
    }
  }

  /// The reads of rows.
  final class Reads: Sendable {
    let count = Atomic(0)
    /// Whether reading a row fails.
    let isBroken = Atomic(false)
  }
}
