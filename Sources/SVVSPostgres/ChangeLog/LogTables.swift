/// The tables of the change log, in the schema of the app's tables.
///
/// Only the table of migrations is logged. The other tables are unlogged: writes to them are not in the write-ahead
/// log, and a crash empties them. A crash therefore removes the epoch. The missing epoch shows every process that
/// changes may be missing, too.
enum LogTables {
  /// The rows that each transaction changed. If the key is NULL, the transaction may have changed any row of the table.
  static let change = "svvs_change"
  /// The marks of the log. A mark consists of a time and a transaction, `oldest`. At the time of the mark, all
  /// transactions before `oldest` had ended.
  static let mark = "svvs_mark"
  /// One row with the identity of the log.
  static let epoch = "svvs_epoch"
  /// The migrations that were applied.
  static let migration = "svvs_migration"

  /// The statements that create each table.
  static func definitions(in schema: LogSchema) -> KeyValuePairs<String, [String]> {
    let name = schema.qualified
    return [
      migration: ["CREATE TABLE \(name(migration)) (name text PRIMARY KEY)"],
      change: [
        "CREATE UNLOGGED TABLE \(name(change)) (xid xid8 NOT NULL, table_name text NOT NULL, key text)",
        "CREATE INDEX ON \(name(change)) (xid)",
        // A role that may write to a table must also be able to log its changes.
        "GRANT INSERT ON \(name(change)) TO PUBLIC",
      ],
      mark: ["CREATE UNLOGGED TABLE \(name(mark)) (at timestamptz NOT NULL, oldest xid8 NOT NULL)"],
      epoch: [
        """
        CREATE UNLOGGED TABLE \(name(epoch)) (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), epoch uuid NOT NULL DEFAULT gen_random_uuid())
        """
      ],
    ]
  }

  /// The statements that begin the log if it is new or if a crash has emptied it. They also remove invalid rows: a
  /// restored dump contains rows of these tables that name transactions which have not begun yet on the new server.
  static func beginning(in schema: LogSchema) -> String {
    // The first mark shows later readers that none of the changes that they need were removed.
    """
    BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL \(LogSchema.ownSearchPath);
    DELETE FROM \(schema.qualified(mark)) WHERE oldest > pg_snapshot_xmin(pg_current_snapshot());
    DELETE FROM \(schema.qualified(change)) WHERE xid >= pg_snapshot_xmax(pg_current_snapshot());
    INSERT INTO \(schema.qualified(epoch)) DEFAULT VALUES ON CONFLICT DO NOTHING;
    INSERT INTO \(schema.qualified(mark)) SELECT now(), pg_snapshot_xmin(pg_current_snapshot())
      WHERE NOT EXISTS (SELECT FROM \(schema.qualified(mark)));
    COMMIT
    """
  }
}
