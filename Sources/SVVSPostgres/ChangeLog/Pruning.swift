/// Removes what is old from the change log.
///
/// How old it is says the clock of the server, how far that goes back a snapshot that was kept at the time: what
/// is removed is known exactly, whatever clocks say.
struct Pruning {
  let schema: LogSchema
  /// How long changes are kept.
  var age = Duration.seconds(600)
  /// How long nobody prunes after somebody has.
  var pause = Duration.seconds(50)

  /// One statement; it does nothing if another process prunes, or has done so a moment ago.
  var statement: String {
    let (change, mark) = (schema.qualified(LogTables.change), schema.qualified(LogTables.mark))
    // A restored dump may bring transactions here that have not begun yet.
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
