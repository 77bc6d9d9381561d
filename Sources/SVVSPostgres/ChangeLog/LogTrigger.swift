import SVVSPersistence

/// What logs the changes of one table, in the transaction that makes them, whoever does.
struct LogTrigger {
  /// A column whose values tell the rows of a table apart, and its type.
  struct Key: Equatable {
    let column: String
    let type: String
  }

  private static let events: KeyValuePairs<String, String> = [
    "INSERT": "REFERENCING NEW TABLE AS svvs_new",
    "UPDATE": "REFERENCING OLD TABLE AS svvs_old NEW TABLE AS svvs_new",
    "DELETE": "REFERENCING OLD TABLE AS svvs_old",
    "TRUNCATE": "",
  ]

  let table: String
  /// The table as queries name it: that of which it is a partition, or itself. Who writes through the root runs the
  /// triggers of the root alone.
  let root: String
  let key: Key?
  let schema: LogSchema

  /// What the triggers run.
  var function: LogFunction {
    let prefix = LogFunction.prefix + "log_"
    // PostgreSQL cuts longer names off.
    let name = (prefix + root).utf8.count <= 63 ? prefix + root : prefix + String(LogSchema.hash(root), radix: 16)
    return LogFunction(name: name, result: "trigger", body: functionBody)
  }

  /// The bell is rung only for those who sleep, and therefore hold its lock: `NOTIFY` makes commits wait for each
  /// other. Lock and release are one expression, between whose parts no statement can be cancelled.
  private var functionBody: String {
    """

    BEGIN
      IF TG_OP = 'INSERT' THEN
        \(insertion(of: "SELECT DISTINCT \(keyText) AS key FROM svvs_new"));
      ELSIF TG_OP = 'UPDATE' THEN
        \(insertion(of: "SELECT \(keyText) AS key FROM svvs_old UNION SELECT \(keyText) FROM svvs_new"));
      ELSIF TG_OP = 'DELETE' THEN
        \(insertion(of: "SELECT DISTINCT \(keyText) AS key FROM svvs_old"));
      ELSE
        \(insertion(of: "SELECT NULL AS key"));
      END IF;
      IF FOUND AND (CASE WHEN pg_catalog.pg_try_advisory_lock(\(schema.notificationLock))
        THEN NOT pg_catalog.pg_advisory_unlock(\(schema.notificationLock)) ELSE true END)
      THEN
        NOTIFY \(schema.channel);
      END IF;
      RETURN NULL;
    END
    """
  }

  /// What makes each trigger, by its name.
  var triggerDefinitions: [(name: String, statements: [String])] {
    LogTrigger.events.map { event, rows in
      let name = "svvs_\(event.lowercased())"
      return (
        name,
        [
          """
          DROP TRIGGER IF EXISTS \(name) ON \(schema.qualified(table))
          """,
          """
          CREATE TRIGGER \(name) AFTER \(event) ON \(schema.qualified(table)) \(rows) \
          FOR EACH STATEMENT EXECUTE FUNCTION \(schema.qualified(function.name))()
          """,
          // Also in a session whose `session_replication_role` is `replica`.
          "ALTER TABLE \(schema.qualified(table)) ENABLE ALWAYS TRIGGER \(name)",
        ]
      )
    }
  }

  private func insertion(of keys: String) -> String {
    """
    INSERT INTO \(schema.qualified(LogTables.change))
          SELECT pg_catalog.pg_current_xact_id(), \(LogSchema.literal(root.lowercased())), key \
    FROM (\(keys)) AS changed
    """
  }

  /// A key as ``Changes/Rows`` has it; NULL where a value can be written in several ways.
  private var keyText: String {
    guard let key else { return "NULL::pg_catalog.text" }
    let column = LogSchema.quoted(key.column)
    switch key.type {
    case "smallint", "integer", "bigint", "text", "character varying": return "\(column)::pg_catalog.text"
    case "boolean": return "\(column)::pg_catalog.int4::pg_catalog.text"
    default: return "NULL::pg_catalog.text"
    }
  }
}
