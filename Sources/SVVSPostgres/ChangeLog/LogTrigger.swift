import SVVSPersistence

/// The triggers that log the changes of one table. They run in the transaction that makes the change, whatever program
/// makes the change.
struct LogTrigger {
  /// The key column of a table, and the column's type.
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
  /// The table that queries name. For a partition, this is the root of its partitioned table; otherwise, it is the
  /// table itself. A write to the root runs only the triggers of the root.
  let root: String
  let key: Key?
  let schema: LogSchema

  /// The function that the triggers call.
  var function: LogFunction {
    let prefix = LogFunction.prefix + "log_"
    // PostgreSQL truncates names of more than 63 bytes.
    let name = (prefix + root).utf8.count <= 63 ? prefix + root : prefix + String(LogSchema.hash(root), radix: 16)
    return LogFunction(name: name, result: "trigger", body: functionBody)
  }

  /// The body of the function. The function sends a notification only while a follower waits for one, because `NOTIFY`
  /// makes commits wait for each other. A waiting follower holds a lock, so the function tests whether it can take this
  /// lock itself. The function takes and releases the lock in one expression, because a statement cannot be cancelled
  /// within an expression.
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

  /// The statements that create each trigger, by the trigger's name.
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
          // The trigger also runs in a session whose `session_replication_role` is `replica`.
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

  /// A SQL expression for the key in ``Changes/Rows``. It is NULL if there is no key column, or if several texts can
  /// represent one value of the column's type.
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
