import Dispatch
import SVVSPersistence
import Synchronization

/// An object that keeps queries up to date, on a thread that starts when it is first needed.
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
  private let reachability: Reachability
  private let lock = Mutex(())
  // The start of `PostgresEngine`. Accessed only with the lock. Nil after the follower's thread has taken the value.
  private nonisolated(unsafe) var start: Result<Connection, DatabaseError>?

  init(
    _ database: PostgresDatabase, _ reachability: Reachability, start: sending Result<Connection, DatabaseError>
  ) throws(DatabaseError) {
    self.database = database
    self.reachability = reachability
    mailbox = try Mailbox()
    readiness = Readiness(isReady: (try? start.get()) != nil)
    self.start = start
  }

  deinit { mailbox.end() }

  /// Reads on the calling thread. Returns nil if there is no connection, or if any other method was called before,
  /// because the first call of another method passes the connection to the follower's thread.
  func readAtOnce<Value>(_ body: (Connection) throws -> Value) throws -> Value? {
    // The closure does not outlive the call.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var value: Value?
    try lock.withLock { _ in
      if case .success(let connection) = start { value = try body(connection) }
    }
    return value
  }

  /// Observes a query until the returned object is released. This method returns when the first value or error was
  /// delivered.
  nonisolated(nonsending) func observe(_ query: ObservedQuery) async -> any Sendable & AnyObject {
    let observation = Observation(mailbox.add(query), mailbox)
    begin()
    await withCheckedContinuation { continuation in
      let waiter = DisplayWaiter(transaction: nil, continuation)
      mailbox.add(waiter)
      // If the server is known to be gone, the caller waits no longer than the short timeout. An attempt to connect
      // that is in progress may take longer.
      guard let failure = reachability.failure else { return }
      DispatchQueue.main.asyncAfter(deadline: .now() + Reachability.shortTimeout / .seconds(1)) {
        // This runs on the main queue, as the follower's deliveries do, so that the error cannot replace a result.
        guard waiter.resume() else { return }
        MainActor.assumeIsolated { query.read(.failure(failure), nil)() }
      }
    }
    return observation
  }

  /// Waits until the queries show the changes of `transaction`, or until a refresh has failed. If `transaction` is nil,
  /// waits for all transactions that were committed so far.
  nonisolated(nonsending) func show(_ transaction: UInt64?) async {
    begin()
    await withCheckedContinuation { mailbox.add(DisplayWaiter(transaction: transaction, $0)) }
  }

  /// Starts an attempt to reach the server, without waiting for the result.
  func check() {
    begin()
    mailbox.requestAttempt()
  }

  /// Blocks until the database is up to date. Must not be called on the main thread.
  func awaitReadiness(until deadline: ContinuousClock.Instant) throws {
    begin()
    try readiness.wait(until: deadline) { mailbox.requestAttempt() }
  }

  private func begin() {
    lock.withLock { _ in
      guard let first = start else { return }
      start = nil
      nonisolated(unsafe) let loop = FollowerLoop(database, mailbox, readiness, reachability, start: first)
      DispatchQueue(label: "svvs.postgres.follower").async { loop.run() }
    }
  }
}
