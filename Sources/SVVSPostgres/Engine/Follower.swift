import Dispatch
import SVVSPersistence
import Synchronization

/// Keeps queries up to date, from when it is first needed.
final class Follower: Sendable {
  private final class Observation: Sendable {
    private let query: Interests.Query
    private let mailbox: Mailbox

    init(_ query: Interests.Query, _ mailbox: Mailbox) {
      self.query = query
      self.mailbox = mailbox
    }

    deinit { mailbox.remove(query) }
  }

  private let database: PostgresDatabase
  private let mailbox: Mailbox
  private let readiness: Readiness
  private let hasBegun = Mutex(false)
  // Used with the lock of `hasBegun`, and by the thread that follows from then on.
  private nonisolated(unsafe) var start: Connection?

  /// - Parameter start: A connection to the database, which is up to date then; nil if there is none yet.
  init(_ database: PostgresDatabase, start: sending Connection?) throws(DatabaseError) {
    self.database = database
    mailbox = try Mailbox()
    readiness = Readiness(isReady: start != nil)
    self.start = start
  }

  deinit { mailbox.end() }

  /// Reads on this thread, as long as nothing else was asked for; nil from then on, and if there is no connection.
  func readAtOnce<Value>(_ body: (Connection) throws -> Value) throws -> Value? {
    // Within the call alone.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var value: Value?
    try hasBegun.withLock { hasBegun in
      if !hasBegun { value = try start.map(body) }
    }
    return value
  }

  /// Reads a query from here on. Returns when the first result, or why there is none, was delivered.
  nonisolated(nonsending) func observe(_ query: ObservedQuery) async -> any Sendable & AnyObject {
    let observation = Observation(mailbox.add(query), mailbox)
    await show(nil)
    return observation
  }

  /// Returns when a transaction, or with nil all that was committed so far, shows; or when that has failed.
  nonisolated(nonsending) func show(_ transaction: UInt64?) async {
    begin()
    await withCheckedContinuation { mailbox.add(Fence(transaction: transaction, $0)) }
  }

  /// Waits until the database is up to date. Not for the main thread.
  func awaitReadiness(until deadline: ContinuousClock.Instant) throws {
    begin()
    try readiness.wait(until: deadline) { mailbox.urge() }
  }

  private func begin() {
    hasBegun.withLock { hasBegun in
      guard !hasBegun else { return }
      hasBegun = true
      nonisolated(unsafe) let loop = FollowerLoop(database, mailbox, readiness, spare: start)
      start = nil
      DispatchQueue(label: "svvs.postgres.follower").async { loop.run() }
    }
  }
}
