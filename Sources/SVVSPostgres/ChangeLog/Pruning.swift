/// Removes old changes from the change log.
///
/// The server's clock decides which mark is old enough. The mark contains the transaction up to which changes are
/// removed, so this limit is exact even if the clock is wrong.
struct Pruning {
  let schema: LogSchema
  /// The age after which changes are removed.
  var age = Duration.seconds(600)
  /// The shortest time between two prunings, even by different processes.
  var pause = Duration.seconds(50)

  /// The statement that prunes the log. It does nothing if another process is pruning, or if any process did so within
  /// ``pause``.
  var statement: String {
    let (change, mark) = (schema.qualified(LogTables.change), schema.qualified(LogTables.mark))
    // Also removes marks and changes of transactions that have not begun yet on this server: a restored dump may
    // contain them.
    let body = """

      DECLARE
        horizon pg_catalog.xid8;
      BEGIN
        SET LOCAL \(LogSchema.ownSearchPath);
        IF NOT pg_try_advisory_xact_lock(\(schema.pruningLock))
          OR EXISTS (SELECT FROM \(mark) WHERE at > now() - \(interval(pause)) AND at <= now()) THEN RETURN;
        END IF;
        DELETE FROM \(mark) WHERE oldest > pg_snapshot_xmin(pg_current_snapshot());
        INSERT INTO \(mark) SELECT now(), pg_snapshot_xmin(pg_current_snapshot());
        SELECT oldest INTO horizon FROM \(mark) WHERE at <= now() - \(interval(age)) ORDER BY oldest DESC LIMIT 1;
        DELETE FROM \(change) WHERE xid < horizon OR xid >= pg_snapshot_xmax(pg_current_snapshot());
        DELETE FROM \(mark) WHERE oldest < horizon;
      END
      """
    return "DO \(LogSchema.literal(body))"
  }

  private func interval(_ duration: Duration) -> String {
    "interval '\(Int(duration / .milliseconds(1))) ms'"
  }
}
