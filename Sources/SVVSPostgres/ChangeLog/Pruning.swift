/// Removes old changes from the change log.
///
/// The server's clock decides which mark is old enough, and the mark has the transaction up to which changes are
/// removed: the limit is exact even if the clock is wrong.
struct Pruning {
  let schema: LogSchema
  /// The age after which changes are removed.
  var age = Duration.seconds(600)
  /// The shortest time between two prunings, by any processes.
  var pause = Duration.seconds(50)

  /// One statement. It does nothing if another process is pruning, or did so within ``pause``.
  var statement: String {
    let (change, mark) = (schema.qualified(LogTables.change), schema.qualified(LogTables.mark))
    // A restored dump may contain transactions that have not begun yet on this server.
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
