import SVVSPersistence

/// `NOTIFY`, by which one who writes wakes those who sleep, as a connection hears it.
struct Bell {
  /// What is logged if it is not heard.
  static let silence = """
    PostgreSQL's notifications do not arrive, as behind a pool that lends connections for a transaction: \
    it is asked for changes every second.
    """
  private static let limit = Duration.seconds(1)

  let database: PostgresDatabase
  let connection: Connection

  func listen() throws {
    try run("LISTEN \(database.schema.channel)")
  }

  /// Rings, from another connection, while this one is idle: only so a pool that lends connections for a transaction
  /// keeps the bell to itself. Who cannot connect hears nothing.
  func test() {
    let other = try? Connection.open(database.address, until: .now + Bell.limit)
    try? other?.script("NOTIFY \(database.schema.channel)", until: .now + Bell.limit)
  }

  /// Asks others to ring from here on.
  ///
  /// - Returns: A transaction that has ended, and began after that: older ones may write without ringing. Nil if
  ///   somebody asks just now whether anybody sleeps.
  func fallAsleep() throws -> UInt64? {
    let isLocked = try run("SELECT pg_catalog.pg_try_advisory_lock_shared(\(database.schema.bellLock)) AS value").first
    guard try isLocked?.value("value") == true else { return nil }
    let transaction = try run("SELECT CAST(pg_catalog.pg_current_xact_id() AS pg_catalog.text) AS value").first
    return try transaction.flatMap { UInt64(try $0.value("value", as: String.self)) }
  }

  /// Asks others not to ring any more.
  func wakeUp() throws {
    try run("SELECT pg_catalog.pg_advisory_unlock_shared(\(database.schema.bellLock))")
  }

  /// Waits for a ring, if it matters, or until somebody wants something of the follower.
  func wait(
    until deadline: ContinuousClock.Instant, orFor mailbox: Mailbox, hears: Bool
  ) throws -> Connection.Wakeup {
    while true {
      mailbox.clear()
      if mailbox.isAwaited { return .woken }
      switch try connection.wait(
        for: max(.zero, ContinuousClock.now.duration(to: deadline)), orWake: mailbox.descriptor)
      {
      case .late: return .late
      case .woken: continue
      case .notified:
        _ = try connection.notifications()
        if hears { return .notified }
      }
    }
  }

  @discardableResult
  private func run(_ text: String) throws -> [Row] {
    try connection.run(SQL(stringLiteral: text), until: .now + Bell.limit * 5).rows
  }
}
