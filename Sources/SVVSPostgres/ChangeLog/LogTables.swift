/// The tables of the change log, in the schema of the app's tables.
///
/// They are unlogged: writes to them are not in the write-ahead log. A crash empties all of them, including the epoch,
/// whose absence shows every process that changes may be missing. Only the table of migrations is logged.
enum LogTables {
  /// The rows that each transaction changed; a null key means any row of the table.
  static let change = "svvs_change"
  /// Marks of the log: a time, and a transaction, `oldest`, before which all had ended at that time.
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
        // A role that may write to a table may also log its changes.
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

  /// Begins the log if it is new or a crash has emptied it, and removes invalid rows: a restored dump has the rows of
  /// these tables too, with transactions that have not begun yet on its server.
  static func beginning(in schema: LogSchema) -> String {
    // The first mark shows later readers that no changes that they need were removed.
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
