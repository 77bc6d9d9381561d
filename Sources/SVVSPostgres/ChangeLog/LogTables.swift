/// The tables of the change log, beside those of the app.
///
/// They are unlogged: writing to them costs no disk, and a crash empties them all at once, the epoch as well, so
/// that everybody notices that changes may be missing.
enum LogTables {
  /// Which rows a transaction has changed: a null key means any of the table.
  static let change = "svvs_change"
  /// How far the log went back at a time: all transactions before `oldest` had ended.
  static let mark = "svvs_mark"
  /// One row with what tells this log from any other.
  static let epoch = "svvs_epoch"
  /// The migrations that were made.
  static let migration = "svvs_migration"

  /// What makes each, if it is not there.
  static func definitions(in schema: LogSchema) -> KeyValuePairs<String, [String]> {
    let name = schema.qualified
    return [
      migration: ["CREATE TABLE \(name(migration)) (name text PRIMARY KEY)"],
      change: [
        "CREATE UNLOGGED TABLE \(name(change)) (xid xid8 NOT NULL, table_name text NOT NULL, key text)",
        "CREATE INDEX ON \(name(change)) (xid)",
        // Who may write to a table may log it.
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

  /// Begins the log, if it is new or a crash has emptied it, and removes what it cannot hold: a dump has the rows of
  /// these tables too, with transactions that have not begun yet on the server where it was restored.
  static func beginning(in schema: LogSchema) -> String {
    // The first mark says that nothing was removed that anybody needs who comes later.
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
