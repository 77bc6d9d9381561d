import SVVSPersistence

/// The notification channel, on which writers announce changes, as it is used by one connection.
struct NotificationChannel {
  /// The log line for a connection that receives no notifications.
  static let absence = """
    PostgreSQL's notifications do not arrive, for example because a pool lends connections for a transaction: \
    it is asked for changes every second.
    """
  private static let timeout = Duration.seconds(1)

  let database: PostgresDatabase
  let connection: Connection

  func listen() throws {
    try run("LISTEN \(database.schema.channel)")
  }

  /// Sends a test notification from another connection, while this connection is idle. This connection must be idle
  /// during the test: if a pool lends connections only for a transaction, only idle connections fail to receive
  /// notifications. If the other connection cannot be opened, no notification is sent.
  func sendTest() {
    let other = try? Connection.open(database.address, until: .now + NotificationChannel.timeout)
    try? other?.script("NOTIFY \(database.schema.channel)", until: .now + NotificationChannel.timeout)
  }

  /// Makes writers send notifications from now on. Writers send notifications while any session holds the notification
  /// lock.
  ///
  /// - Returns: A transaction that began after the lock was taken, and has ended. Older transactions may write without
  ///   a notification. If a writer is testing the lock at this moment, the lock is not taken, and the result is nil.
  func enable() throws -> UInt64? {
    let lock = database.schema.notificationLock
    let isLocked = try run("SELECT pg_catalog.pg_try_advisory_lock_shared(\(lock)) AS value").first
    guard try isLocked?.value("value") == true else { return nil }
    let transaction = try run("SELECT CAST(pg_catalog.pg_current_xact_id() AS pg_catalog.text) AS value").first
    return try transaction.flatMap { UInt64(try $0.value("value", as: String.self)) }
  }

  /// Releases the lock that ``enable()`` has taken.
  func disable() throws {
    try run("SELECT pg_catalog.pg_advisory_unlock_shared(\(database.schema.notificationLock))")
  }

  /// Waits until the deadline, or until the mailbox has a request. If `endsOnNotification` is true, a notification ends
  /// the wait, too.
  func wait(
    until deadline: ContinuousClock.Instant, orFor mailbox: Mailbox, endsOnNotification: Bool
  ) throws -> Connection.Wakeup {
    while true {
      mailbox.clear()
      if mailbox.isAwaited { return .woken }
      switch try connection.wait(
        for: max(.zero, ContinuousClock.now.duration(to: deadline)), orWake: mailbox.descriptor)
      {
      case .timedOut: return .timedOut
      case .woken: continue
      case .notified:
        _ = try connection.notifications()
        if endsOnNotification { return .notified }
      }
    }
  }

  @discardableResult
  private func run(_ text: String) throws -> [Row] {
    try connection.run(SQL(stringLiteral: text), until: .now + NotificationChannel.timeout * 5).rows
  }
}
