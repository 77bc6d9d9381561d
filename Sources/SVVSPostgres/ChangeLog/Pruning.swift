/// The removal of old changes from the change log.
///
/// The server's clock decides which mark is old enough. The mark contains the transaction up to which changes are
/// removed. The limit of the removal is therefore exact even if the clock is wrong.
struct Pruning {
  let schema: LogSchema
  /// The age after which changes are removed.
  var age = Duration.seconds(600)
  /// The shortest time between two prunings, even by different processes.
  var pause = Duration.seconds(50)

  /// The statement that prunes the log. It does nothing if another process is pruning the log, or if any process has
  /// pruned the log within the last ``pause``.
  var statement: String {
    let (change, mark) = (schema.qualified(LogTables.change), schema.qualified(LogTables.mark))
    // The statement also removes marks and changes of transactions that have not begun yet on this server. A restored
    // dump may contain such marks and changes.
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
