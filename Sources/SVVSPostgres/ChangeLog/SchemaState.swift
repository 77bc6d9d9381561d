import SVVSPersistence

/// The parts of a schema on which the change log depends.
struct SchemaState: Equatable {
  /// Whether the schema exists.
  var exists = false
  /// The types of the columns, by table and column. The type is empty if the column's collation treats different texts
  /// as equal.
  var columns: [String: [String: String]] = [:]
  /// The name of the root table of each partition, by the name of the partition.
  var roots: [String: String] = [:]
  /// The bodies of the log's functions, by name. Contains only those functions that set the search path.
  var functions: [String: String] = [:]
  /// The functions that the triggers call, by table and trigger.
  var triggers: [String: [String: String]] = [:]
  /// The names of the migrations that were applied.
  var migrations: Set<String> = []

  /// Reads the state from the system catalog, which requires no privilege, with ``LogSchema/ownSearchPath``.
  init(of schema: LogSchema, by run: (SQL) throws -> [Row]) throws {
    exists = try !run("SELECT 1 FROM pg_namespace WHERE nspname = \(schema.name)").isEmpty
    let columns = try run(
      """
      SELECT c.relname AS "table", a.attname AS "column",
        CASE WHEN COALESCE(o.collisdeterministic, TRUE) THEN format_type(a.atttypid, NULL) ELSE '' END AS type,
        (SELECT r.relname FROM pg_class r
          WHERE c.relispartition AND r.oid = pg_partition_root(c.oid) AND r.relnamespace = c.relnamespace) AS root
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
        LEFT JOIN pg_collation o ON o.oid = a.attcollation
      WHERE n.nspname = \(schema.name) AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
      """)
    for row in columns {
      let table: String = try row.value("table")
      try self.columns[table, default: [:]][row.value("column")] = row.value("type")
      roots[table] = try row.value("root", as: String?.self)
    }
    let functions = try run(
      """
      SELECT p.proname AS name, p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = \(schema.name) AND starts_with(p.proname, \(LogFunction.prefix))
        AND p.proconfig = CAST(\(LogFunction.configuration) AS text[])
      """)
    for row in functions { try self.functions[row.value("name")] = row.value("body") }
    let triggers = try run(
      """
      SELECT c.relname AS "table", t.tgname AS name, p.proname AS function
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE n.nspname = \(schema.name) AND t.tgenabled = 'A' AND starts_with(t.tgname, \(LogFunction.prefix))
      """)
    for row in triggers {
      try self.triggers[row.value("table"), default: [:]][row.value("name")] = row.value("function")
    }
    guard self.columns[LogTables.migration] != nil else { return }
    let migrations = SQL(stringLiteral: "SELECT name FROM \(schema.qualified(LogTables.migration))")
    self.migrations = Set(try run(migrations).map { try $0.value("name") })
  }

  /// The statements that create the schema and the tables of the log, if they are missing.
  func statementsForLog(in schema: LogSchema) -> [String] {
    (exists ? [] : ["CREATE SCHEMA \(schema.quoted)"])
      + LogTables.definitions(in: schema).flatMap { columns[$0] == nil ? $1 : [] }
      + statements(for: .server, in: schema)
  }

  /// The statements that create the triggers that are missing or that call another function than they should.
  ///
  /// - Parameter keys: The key column of each table that has one.
  func statementsForTriggers(in schema: LogSchema, keys: [String: String]) throws -> [String] {
    var statements: [String] = []
    let ours = Set(LogTables.definitions(in: schema).map(\.key))
    for (table, columns) in columns.sorted(by: { $0.key < $1.key }) where !ours.contains(table) {
      let root = roots[table] ?? table
      let key = keys.first { $0.key.lowercased() == root.lowercased() }?.value
      let trigger = LogTrigger(
        table: table, root: root, key: try key.map { try self.key($0, of: table, columns) }, schema: schema)
      statements += self.statements(for: trigger.function, in: schema)
      // After a table was renamed, its triggers still call the function of the former name.
      for definition in trigger.triggerDefinitions where triggers[table]?[definition.name] != trigger.function.name {
        statements += definition.statements
      }
    }
    return statements
  }

  private func statements(for function: LogFunction, in schema: LogSchema) -> [String] {
    functions[function.name] == function.body ? [] : [function.definition(in: schema)]
  }

  private func key(
    _ name: String, of table: String, _ columns: [String: String]
  ) throws -> LogTrigger.Key {
    guard let column = columns.first(where: { $0.key.lowercased() == name.lowercased() }) else {
      throw DatabaseError(.failed, "The table \(table) has no column \(name), which a migration says keys it.")
    }
    return LogTrigger.Key(column: column.key, type: column.value)
  }
}
