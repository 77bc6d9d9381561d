import Foundation
import SVVSPersistence
import Testing

/// Statements, the values that are bound to them, and the rows that they return.
@Suite(.timeLimit(.minutes(1)))
struct SQLTests {
  let database = AppDatabase(migrations: Words.migrations)

  @Test(arguments: ["", "'); DROP TABLE word; --", "?", "$1", "a\0b", "\u{10FFFF}"])
  func aTextIsKeptAsItIs(text: String) async throws {
    try await Words.insert(text, into: database)
    #expect(try await database.read(Words.all) == [text])
  }

  @Test func everyTypeComesBack() async throws {
    try await database.read { transaction in
      let row = try transaction.row(
        "SELECT \(Int.min) AS a, \(1.5) AS b, \(true) AS c, \("x") AS d, \(Int?.none) AS e, \(Int?.some(2)) AS f")
      let found = try #require(row)
      #expect(try found.value("a") == Int.min && found.value("A") == Int64.min)
      #expect(try found.value("b") == 1.5 && found.value("c") == true && found.value("d") == "x")
      #expect(try found.value("e") == Int?.none && found.value("f") == Int?.some(2))
    }
  }

  /// An identifier whose raw values are stored.
  struct WordID: RawRepresentable, Hashable, SQLConvertible {
    let rawValue: Int
  }

  /// An enum whose raw values are stored.
  enum Priority: String, SQLConvertible {
    case low, high
  }

  @Test func typesOfFoundationAndRawValuesComeBack() async throws {
    let (time, uuid) = (Date(timeIntervalSince1970: 949_320_000.25), UUID())
    let url = try #require(URL(string: "https://example.org/a?b"))
    try await database.read { transaction in
      let row = try transaction.row(
        """
        SELECT \(time) AS time, \(uuid) AS uuid, \(url) AS url, \(WordID(rawValue: 7)) AS word,
          \(Priority.high) AS priority, \(Date?.none) AS none, 'x' AS text, 1 AS number
        """)
      let found = try #require(row)
      #expect(try found.value("time") == time && found.value("time") == "2000-01-31T12:00:00.250Z")
      #expect(try found.value("uuid") == uuid && found.value("url") == url && found.value("none") == Date?.none)
      #expect(try found.value("word") == WordID(rawValue: 7) && found.value("word") == 7)
      #expect(try found.value("priority") == Priority.high && found.value("priority") == "high")
      for column in ["text", "number"] {
        #expect(throws: DatabaseError.self) { try found.value(column, as: Date.self) }
        #expect(throws: DatabaseError.self) { try found.value(column, as: UUID.self) }
        #expect(throws: DatabaseError.self) { try found.value(column, as: Priority.self) }
      }
    }
  }

  @Test func timesAreStoredInTheirOrder() async throws {
    let times = [0.999, 1, 1.25, 2, 60, 3600].map { Date(timeIntervalSince1970: 949_320_000 + $0) }
    for time in times.reversed() {
      try await database.write { try $0.execute("INSERT INTO word VALUES (\(time))") }
    }
    let sorted = try await database.read { transaction in
      try transaction.rows("SELECT text FROM word ORDER BY text").map { try $0.value("text", as: Date.self) }
    }
    // Times are stored to the millisecond.
    for (stored, time) in zip(sorted, times) { #expect(abs(stored.timeIntervalSince(time)) < 0.0001) }
    #expect(sorted.count == times.count)
  }

  @Test func aMissingColumnOrRowIsAnError() async throws {
    try await database.read { transaction in
      let row = try #require(try transaction.row("SELECT 1 AS a"))
      #expect(throws: DatabaseError.self) { try row.value("b", as: Int.self) }
      #expect(throws: DatabaseError.self) { try row.value("a", as: String.self) }
      #expect(throws: DatabaseError.self) { try transaction.rows("SELECT a FROM nowhere") }
    }
  }

  @Test func aStatementSaysHowManyRowsItChanged() async throws {
    let changes = try await database.write { transaction in
      [
        try transaction.execute("INSERT INTO word VALUES ('a'), ('b')"), try transaction.execute("SELECT 1"),
        try transaction.execute("UPDATE word SET text = 'c' WHERE text = 'a'"),
        try transaction.execute("DELETE FROM word WHERE text = 'a'"),
      ]
    }
    #expect(changes == [2, 0, 1, 0])
  }

  @Test func aStatementIsPutTogetherOfOthers() async throws {
    try await Words.insert("a", into: database)
    let condition: SQL = "text = \("a")"
    let found = try await database.read { try $0.row("SELECT text FROM word WHERE \(condition) AND \(1) = 1") }
    #expect(try found?.value("text") == "a")
  }

  @Test func rowsBeyondALimitAreNotRead() async throws {
    for word in ["é", "b", "c"] { try await Words.insert(word, into: database) }
    let limits = [
      (3, 4, true), (4, 5, true), (2, 4, false), (3, 3, false), (0, 0, false),
    ]
    for (count, bytes, isWithin) in limits {
      let limit = RowLimit(count: count, bytes: bytes, of: "text")
      let query: SQL = "SELECT text FROM word WHERE text <> \("d") ORDER BY text"
      let words: [String]? = try? await database.read { transaction in
        try transaction.rows(query, within: limit).map { try $0.value("text") }
      }
      #expect(words == (isWithin ? ["b", "c", "é"] : nil))
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { transaction in
        try transaction.execute("INSERT INTO word VALUES (\("d"))")
        try transaction.check("SELECT text FROM word", isWithin: RowLimit(count: 3, bytes: 100, of: "text"))
      }
    }
    #expect(error?.kind == .tooLarge)
    #expect(try await database.read(Words.all) == ["b", "c", "é"])
  }

  @Test func noRowsAreWithinAnyLimit() async throws {
    let limit = RowLimit(count: 0, bytes: 0, of: "text")
    #expect(try await database.read { try $0.rows("SELECT text FROM word", within: limit).isEmpty })
  }

  @Test func numbersAndTimesAreTheDatabases() async throws {
    let (first, second, time) = try await database.write { transaction in
      try transaction.execute("CREATE TABLE event (id \(.identity), at INTEGER NOT NULL)")
      let insert: SQL = "INSERT INTO event (at) VALUES (\(.now)) RETURNING id, at"
      let rows = try [transaction.row(insert), transaction.row(insert)].map { try #require($0) }
      return (
        try rows[0].value("id", as: Int.self), try rows[1].value("id", as: Int.self),
        try rows[1].value("at", as: Int.self)
      )
    }
    #expect(second == first + 1 && time > 1_700_000_000_000)
  }
}
