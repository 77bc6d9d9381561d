import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Values are the same after a round trip to the server.
@Suite(.timeLimit(.minutes(1)))
struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try TestServer.connect()
  }

  private func value(_ sql: SQL) throws -> SQLValue {
    try #require(try connection.run(sql, until: .soon).rows.first).value("value")
  }

  @Test(arguments: [
    ("NULL", SQLValue.null), ("true", .integer(1)), ("false", .integer(0)),
    ("(-32768)::smallint", .integer(-32768)), ("2147483647::integer", .integer(2_147_483_647)),
    ("9223372036854775807::bigint", .integer(.max)), ("'-9223372036854775808'::bigint", .integer(.min)),
    ("1.5::real", .real(1.5)), ("0.1::double precision", .real(0.1)), ("'-Infinity'::float8", .real(-.infinity)),
    ("sum(9223372036854775807)", .integer(.max)), ("avg(x) FROM generate_series(1, 2) x", .real(1.5)),
    ("'text'::text", .text("text")), ("'text'::varchar(9)", .text("text")), ("'ab'::char(3)", .text("ab ")),
    ("''", .text("")), ("'name'::name", .text("name")), (#"'{"a": 1}'::jsonb"#, .text(#"{"a": 1}"#)),
    ("'5f1c7aa0-0000-4000-8000-000000000000'::uuid", .text("5f1c7aa0-0000-4000-8000-000000000000")),
    ("DATE '2026-02-28'", .text("2026-02-28")), (#"'\x00ff'::bytea"#, .text(#"\x00ff"#)),
    ("'{1,2}'::int[]", .text("{1,2}")), ("12::text::xid8", .text("12")),
  ])
  func aValueIsReadByItsType(expression: String, value: SQLValue) throws {
    let parts = expression.split(separator: " FROM ", maxSplits: 1)
    let sql = "SELECT \(parts[0]) AS value" + (parts.count > 1 ? " FROM \(parts[1])" : "")
    #expect(try self.value(SQL(stringLiteral: sql)) == value)
  }

  @Test(arguments: [
    ("BIGINT", SQLValue.integer(.min)), ("INTEGER", .integer(-1)), ("BOOLEAN", .integer(1)), ("BOOLEAN", .integer(0)),
    ("DOUBLE PRECISION", .real(0.1)), ("DOUBLE PRECISION", .real(.greatestFiniteMagnitude)),
    ("DOUBLE PRECISION", .real(.leastNonzeroMagnitude)), ("DOUBLE PRECISION", .real(.infinity)), ("TEXT", .null),
    ("TEXT", .text("")), ("TEXT", .text(#"'; DROP TABLE kept; -- $1 ? \ " \x00 %s"#)),
    ("TEXT", .text("a\r\n\tb\u{1}\u{7F}")),
    ("TEXT", .text(String(repeating: "é", count: 500_000))),
  ])
  func aValueComesBackFromItsColumn(type: String, value: SQLValue) throws {
    try connection.script("CREATE TEMP TABLE kept (value \(type))", until: .soon)
    #expect(try connection.run("INSERT INTO kept VALUES (\(value))", until: .soon).changes == 1)
    #expect(try self.value("SELECT value FROM kept") == value)
  }

  @Test func rowsAndBytesAreCountedWithoutBeingRead() throws {
    try connection.script(
      "CREATE TEMP TABLE kept (id INTEGER, value TEXT); INSERT INTO kept VALUES (1, 'é'), (2, 'b'), (3, NULL)",
      until: .soon)
    let transaction = Transaction(on: .postgres) { try connection.run($0, until: .soon) }
    for (count, bytes, isWithin) in [(3, 3, true), (2, 3, false), (3, 2, false)] {
      let limit = RowLimit(count: count, bytes: bytes, of: "value")
      let rows = try? transaction.rows("SELECT id, value FROM kept WHERE id > \(0) ORDER BY id", within: limit)
      #expect(rows?.count == (isWithin ? 3 : nil))
    }
  }

  @Test func aRowVersionChangesWithItsRowAlone() throws {
    try connection.script(
      "CREATE TEMP TABLE kept (id INTEGER, value TEXT); INSERT INTO kept VALUES (1, 'a'), (2, 'b')", until: .soon)
    let versions = {
      let sql: SQL = "SELECT \(.rowVersion(of: "kept")) AS version FROM kept ORDER BY id"
      return try connection.run(sql, until: .soon).rows.map { try $0.value("version", as: String.self) }
    }
    let before = try versions()
    try connection.script("UPDATE kept SET value = 'c' WHERE id = 2", until: .soon)
    let after = try versions()
    #expect(before[0] == after[0] && before[1] != after[1])
  }

  @Test func everyPlaneOfUnicodeComesBack() throws {
    let scalars = (UInt32(1)...0x10FFFF).lazy.filter { $0 & 0x3F < 2 || $0 & 0xFFFF >= 0xFFFE }.compactMap(
      Unicode.Scalar.init)
    let text = String(String.UnicodeScalarView(scalars))
    #expect(Set(scalars.map { $0.value >> 16 }).count == 17)
    #expect(try value("SELECT CAST(\(text) AS TEXT) AS value") == .text(text))
    #expect(try value("SELECT length(\(text)) AS value") == .integer(Int64(text.unicodeScalars.count)))
  }

  @Test(arguments: ["\0", "a\0b", String(repeating: "a", count: 100_000) + "\0"])
  func aTextWithNULIsRefusedAndTheConnectionStays(text: String) throws {
    let error = try #require(throws: DatabaseError.self) { try connection.run("SELECT \(text)", until: .soon) }
    #expect(error.kind == .invalidText)
    let other = try #require(throws: DatabaseError.self) {
      try connection.run(SQL(stringLiteral: "SELECT '\(text)'"), until: .soon)
    }
    #expect(other.kind == .invalidText)
    #expect(try value("SELECT 1 AS value") == .integer(1))
  }

  @Test func changesAreThoseOfRowsThatWereWritten() throws {
    try connection.script("CREATE TEMP TABLE kept (id BIGINT); INSERT INTO kept VALUES (1), (2)", until: .soon)
    let changes = try
      ([
        "UPDATE kept SET id = id", "SELECT * FROM kept", "INSERT INTO kept VALUES (3) RETURNING id",
        "DELETE FROM kept", "CREATE INDEX ON kept (id)", "",
      ] as [SQL]).map { try connection.run($0, until: .soon).changes }
    #expect(changes == [2, 0, 1, 3, 0, 0])
  }

  @Test func partsThatDifferByEngineAreWrittenForPostgreSQL() throws {
    try connection.run("CREATE TEMP TABLE kept (id \(.identity), text TEXT)", until: .soon)
    let insert: SQL = "INSERT INTO kept (text) VALUES (\("a")), (\("b")) RETURNING id AS value"
    #expect(try connection.run(insert, until: .soon).rows.map { try $0.value("VALUE", as: Int.self) } == [1, 2])
    #expect(try value("SELECT abs(\(.now) - extract(epoch FROM now()) * 1000) < 60000 AS value") == .integer(1))
  }

  @Test(arguments: [
    ("SELECT 1 FROM missing", DatabaseError.Kind.failed), ("SELEC", .failed), ("SELECT 1; SELECT 2", .failed),
    ("SELECT 1/0", .failed), ("COPY (SELECT 1) TO STDOUT", .failed), ("COPY pg_class FROM STDIN", .failed),
    ("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$", .diskFull), ("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", .inUse),
    ("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", .inUse), ("DO $$ BEGIN RAISE SQLSTATE '55P03'; END $$", .inUse),
    ("DO $$ BEGIN RAISE SQLSTATE '42501'; END $$", .notPermitted),
    ("DO $$ BEGIN RAISE SQLSTATE '25006'; END $$", .readOnly),
    ("DO $$ BEGIN RAISE SQLSTATE '57P03'; END $$", .unavailable),
    ("DO $$ BEGIN RAISE SQLSTATE '25P03'; END $$", .unavailable),
    ("DO $$ BEGIN RAISE SQLSTATE '08006'; END $$", .unavailable),
  ])
  func anErrorIsOfTheKindOfItsCode(statement: String, kind: DatabaseError.Kind) throws {
    let error = try #require(throws: DatabaseError.self) {
      try connection.run(SQL(stringLiteral: statement), until: .soon)
    }
    #expect(error.kind == kind, "\(error)")
    #expect(!error.description.isEmpty)
    #expect(!error.description.contains("\n"))
    guard !statement.hasPrefix("COPY") else { return #expect(!connection.isOpen) }
    #expect(try value("SELECT 1 AS value") == .integer(1))
  }

  @Test func tooManyValuesForAStatementAreAnError() throws {
    var values = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    for number in 0..<65_536 {
      values.appendLiteral(", ")
      values.appendInterpolation(number)
    }
    let sql = SQL(stringInterpolation: values)
    let error = try #require(throws: DatabaseError.self) { try connection.run("SELECT 0\(sql)", until: .soon) }
    #expect(error.kind == .failed)
    #expect(error.description.contains("65535"))
    #expect(try value("SELECT 1 AS value") == .integer(1))
  }

  @Test func aScriptStopsAtItsFirstError() throws {
    try connection.script("CREATE TEMP TABLE kept (id BIGINT)", until: .soon)
    let error = try #require(throws: DatabaseError.self) {
      try connection.script(
        "BEGIN; INSERT INTO kept VALUES (1); SELECT missing; INSERT INTO kept VALUES (2)", until: .soon)
    }
    #expect(error.description == #"column "missing" does not exist"#)
    try connection.script("ROLLBACK", until: .soon)
    #expect(try value("SELECT count(*) AS value FROM kept") == .integer(0))
  }
}
