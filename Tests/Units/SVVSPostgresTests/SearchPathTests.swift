import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Functions and operators of other schemas are never called in place of PostgreSQL's own.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct SearchPathTests {
  /// Overloads that fit the arguments of a statement better than those of `pg_catalog`, so that PostgreSQL prefers them
  /// although `pg_catalog` is searched first.
  private static let closerOverloads = [
    "starts_with(name, text) RETURNS boolean", "starts_with(name, name) RETURNS boolean",
    "concat_ws(text, uuid, text, numeric, oid) RETURNS text",
    "concat_ws(text, uuid, text, double precision, oid) RETURNS text",
    "concat_ws(text, bigint, integer) RETURNS text", "concat_ws(text, oid, oid) RETURNS text",
    "octet_length(character varying) RETURNS integer",
    "operator_times(numeric, integer) RETURNS numeric", "operator_times(double precision, integer) RETURNS numeric",
    "operator_equal(text[], text[]) RETURNS boolean", "operator_equal(name, text) RETURNS boolean",
  ]

  private let cluster: OwnCluster
  private let owner: Connection

  init() async throws {
    cluster = try await OwnCluster.start()
    owner = try Connection.open(PostgresAddress(cluster.url), until: .soon)
  }

  @Test func noStatementCallsFunctionsOfOtherSchemas() async throws {
    let rooms = try Rooms(address: cluster.url)
    try owner.script("ALTER DATABASE postgres SET log_statement TO 'all'")
    try await useEverything(rooms, Rooms.migrations)
    try owner.script("ALTER DATABASE postgres RESET log_statement")
    let (functions, operators) = try names(in: log())
    #expect(functions.isSuperset(of: ["starts_with", "concat_ws", "pg_try_advisory_lock", "pg_current_xact_id"]))
    #expect(functions.isSuperset(of: ["pg_xact_status", "pg_control_system", "octet_length"]))
    #expect(operators.isSuperset(of: ["=", ">=", "*", "-"]))

    for schema in ["public", LogSchema.quoted(rooms.schema)] {
      try shadow(functions, operators, in: schema)
    }
    // The default; and a path that searches `pg_catalog` last, so that every shadow is preferred.
    let paths = [#""$user", public"#, "public, \(LogSchema.quoted(rooms.schema)), pg_catalog"]
    var later = Rooms.migrations
    do {
      for (number, path) in paths.enumerated() {
        try owner.script("ALTER DATABASE postgres SET search_path TO \(path)")
        later.append(
          Migration("later \(number)") { try $0.execute("ALTER TABLE room ADD COLUMN IF NOT EXISTS x TEXT") })
        try await useEverything(rooms, later)
        try await useEverything(Rooms(address: cluster.url), Rooms.migrations)
      }
    } catch {
      Issue.record(error)
    }
    let called = try shadowsCalled()
    #expect(called == [])

    let stranger = try Connection.open(PostgresAddress(cluster.url), until: .soon)
    try stranger.script("SELECT starts_with(CAST('a' AS name), 'a'), 1 = 1, count(*)")
    #expect(try shadowsCalled() == ["shadow called: starts_with", "shadow called: =", "shadow called: operator_count"])
  }

  /// Runs each statement of the module at least once.
  private func useEverything(_ rooms: Rooms, _ migrations: [Migration]) async throws {
    let moments = Migration("moments") {
      try $0.execute("CREATE TABLE moment (id \(.identity), text VARCHAR(9), at BIGINT NOT NULL DEFAULT (\(.now)))")
    }
    let database = try rooms.database(migrations: migrations + [moments])
    let messages = try await Messages(in: 1, of: database)
    try await send("a", to: 1, in: database)
    #expect(messages.texts.contains("a"))
    try await database.write { try $0.execute("INSERT INTO moment (text) VALUES ('b')") }
    _ = try await database.read {
      try $0.rows("SELECT id, text FROM moment", within: RowLimit(count: 9, bytes: 99, of: "text"))
    }

    let schema = try LogSchema(rooms.schema)
    let other = try Connection.open(PostgresAddress(rooms.address), until: .soon)
    try other.script("INSERT INTO \(schema.qualified("message")) (roomID, text) VALUES (1, 'c')")
    await until { messages.texts.last == "c" }
    try other.script("UPDATE \(schema.qualified("message")) SET text = 'd'")
    try other.script("DELETE FROM \(schema.qualified("message"))")
    try other.script("TRUNCATE \(schema.qualified("message"))")
    await messages.show([])

    try other.script(Pruning(schema: schema, age: .zero, pause: .zero).statement)
    let log = LogReading(schema: schema) { try other.run($0) }
    let moment = try log.moment()
    _ = try log.moment(ifNothingSince: moment.snapshot)
    _ = try log.changes(since: moment.snapshot)
    let channel = NotificationChannel(
      database: PostgresDatabase(address: try PostgresAddress(rooms.address), schema: schema, migrations: []),
      connection: other)
    channel.sendTest()
    _ = try channel.enable()
    try channel.disable()

    try other.script("BEGIN; INSERT INTO \(schema.qualified("room")) (name) VALUES ('last')")
    let traces = try TransactionTraces(in: schema, other, until: .soon)
    try other.script("COMMIT")
    try traces.checkOutcome(after: DatabaseError(.unavailable, "lost"), at: channel.database, until: .soon)
  }

  private func log() throws -> String {
    try String(decoding: Data(contentsOf: cluster.folder.appending(path: "log")), as: UTF8.self)
  }

  /// The names of all functions and operators in a text that `pg_catalog` has.
  private func names(in text: String) throws -> (functions: Set<String>, operators: Set<String>) {
    let functions = Set(text.lowercased().matches(of: /([a-z_0-9]+)\(/).map { String($0.1) })
    let operators = Set(text.matches(of: /[-+*\/<>=~!@#%^&|?]+/).map { String($0.0) })
    return (
      try known("SELECT DISTINCT proname AS name FROM pg_proc WHERE proname = ANY", among: functions),
      try known("SELECT DISTINCT oprname AS name FROM pg_operator WHERE oprname = ANY", among: operators)
    )
  }

  private func known(_ query: SQL, among names: Set<String>) throws -> Set<String> {
    let list = names.map { LogSchema.literal($0) }.joined(separator: ", ")
    let rows = try owner.run("\(query) (CAST(ARRAY[\(SQL(stringLiteral: list))] AS name[]))")
    return Set(try rows.map { try $0.value("name") })
  }

  /// Copies all overloads of functions and operators into a schema, and adds the closer ones; each logs its calls.
  private func shadow(_ functions: Set<String>, _ operators: Set<String>, in schema: String) throws {
    let steps = ["operator_count(bigint) RETURNS bigint", "operator_join(text, text, text) RETURNS text"]
    for overload in SearchPathTests.closerOverloads + steps {
      let name = overload.prefix { $0 != "(" }
      let body = "BEGIN RAISE LOG 'shadow called: \(name)'; RETURN NULL; END"
      try owner.script("CREATE FUNCTION \(schema).\(overload) LANGUAGE plpgsql AS \(LogSchema.literal(body))")
    }
    try owner.script(
      """
      CREATE OPERATOR \(schema).* (LEFTARG = numeric, RIGHTARG = integer, FUNCTION = \(schema).operator_times);
      CREATE OPERATOR \(schema).* (LEFTARG = double precision, RIGHTARG = integer, FUNCTION = \(schema).operator_times);
      CREATE OPERATOR \(schema).= (LEFTARG = text[], RIGHTARG = text[], FUNCTION = \(schema).operator_equal);
      CREATE AGGREGATE \(schema).count(*) (SFUNC = \(schema).operator_count, STYPE = bigint);
      CREATE AGGREGATE \(schema).string_agg(text, text) (SFUNC = \(schema).operator_join, STYPE = text)
      """)
    let lists = [functions, operators].map { $0.map { LogSchema.literal($0) }.joined(separator: ", ") }
    try owner.script(
      """
      DO $do$
      DECLARE
        one record;
      BEGIN
        -- The types that a function in PL/pgSQL can take and return.
        CREATE TEMP TABLE IF NOT EXISTS usable AS SELECT oid FROM pg_type
          WHERE typtype <> 'p' OR typname IN ('record', 'void') OR typname LIKE 'any_%';
        FOR one IN
          SELECT p.proname AS name, pg_get_function_arguments(p.oid) AS arguments,
            pg_get_function_result(p.oid) AS result,
            p.proretset OR p.proallargtypes IS NOT NULL OR p.prorettype = 'void'::regtype AS is_empty
          FROM pg_proc p
          WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f'
            AND p.proname = ANY (ARRAY[\(lists[0])])
            AND p.prorettype IN (SELECT oid FROM usable)
            AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) AS type WHERE type NOT IN (SELECT oid FROM usable))
        LOOP
          EXECUTE format('CREATE FUNCTION \(schema).%I(%s) RETURNS %s LANGUAGE plpgsql AS %L',
            one.name, one.arguments, one.result,
            format('BEGIN RAISE LOG %L, %L; RETURN %s; END', 'shadow called: %', one.name,
              CASE WHEN one.is_empty THEN '' ELSE 'NULL' END));
        END LOOP;
        FOR one IN
          SELECT o.oid AS number, o.oprname AS name, format_type(o.oprleft, NULL) AS left,
            format_type(o.oprright, NULL) AS right, o.oprkind AS kind, format_type(o.oprresult, NULL) AS result
          FROM pg_operator o
          WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprname = ANY (ARRAY[\(lists[1])])
            AND o.oprresult <> 0
            AND o.oprright IN (SELECT oid FROM usable) AND (o.oprleft = 0 OR o.oprleft IN (SELECT oid FROM usable))
        LOOP
          EXECUTE format('CREATE FUNCTION \(schema).operator_%s(%s) RETURNS %s LANGUAGE plpgsql AS %L', one.number,
            concat_ws(', ', CASE WHEN one.kind = 'b' THEN one.left END, one.right), one.result,
            format('BEGIN RAISE LOG %L, %L; RETURN NULL; END', 'shadow called: %', one.name));
          EXECUTE format('CREATE OPERATOR \(schema).%s (%s RIGHTARG = %s, FUNCTION = \(schema).operator_%s)', one.name,
            CASE WHEN one.kind = 'b' THEN format('LEFTARG = %s,', one.left) END, one.right, one.number);
        END LOOP;
      END
      $do$
      """)
  }

  private func shadowsCalled() throws -> Set<String> {
    Set(try log().matches(of: /LOG:  (shadow called: .*)/).map { String($0.1) })
  }
}
