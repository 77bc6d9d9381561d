import Dispatch
import SVVSPersistence
import Synchronization

/// A pool of connections to one server. Each connection runs jobs on its own thread.
///
/// A connection is opened when it is first needed, and opened again after it was closed. Jobs start in the order in
/// which they were added. Each job starts as soon as a connection is idle. A job with a key waits until the earlier
/// jobs with the same key have ended. If the server allows fewer connections than the pool may have, jobs wait for the
/// connections that are open.
final class ConnectionPool: Sendable {
  private struct Job {
    let key: String?
    let deadline: ContinuousClock.Instant
    /// Runs the job, and returns a function that delivers its result.
    let run: @Sendable (Result<Connection, DatabaseError>) -> () -> Void
  }

  /// The time, in seconds, after which the pool tries again to open a connection that the server has refused.
  private static let pause = 1.0

  private struct State {
    /// The idle connections. The last one was used most recently.
    var idle: [PooledConnection]
    /// The jobs that wait for a connection.
    var ready: [Job] = []
    /// The jobs that wait for an earlier job with the same key, by key. If a job with a key is ready or runs, the key
    /// has an entry, which may be empty.
    var waiting: [String: [Job]] = [:]
    /// The number of connections that the server accepts, as far as is known.
    var usableCount: Int

    init(_ connections: [PooledConnection]) {
      idle = connections
      usableCount = connections.count
    }

    mutating func add(_ job: Job) {
      guard let key = job.key else { return ready.append(job) }
      guard waiting[key] == nil else { return waiting[key, default: []].append(job) }
      waiting[key] = []
      ready.append(job)
    }

    mutating func end(_ job: Job, on connection: PooledConnection) {
      idle.append(connection)
      guard let key = job.key else { return }
      guard let next = waiting[key]?.first else { return waiting[key] = nil }
      waiting[key]?.removeFirst()
      ready.append(next)
    }

    /// Removes a connection that the server has refused, and puts the job back into the queue. If no other connection
    /// is left, changes nothing and returns false.
    mutating func refuse(_ job: Job) -> Bool {
      guard usableCount > 1 else { return false }
      usableCount -= 1
      ready.insert(job, at: 0)
      return true
    }

    mutating func readmit(_ connection: PooledConnection) {
      usableCount += 1
      idle.insert(connection, at: 0)
    }

    /// Removes and returns the next job and a connection for it, if there are both.
    mutating func next() -> (Job, PooledConnection)? {
      guard !ready.isEmpty, let connection = idle.popLast() else { return nil }
      return (ready.removeFirst(), connection)
    }
  }

  private let state: Mutex<State>
  private let reachability: Reachability

  /// - Parameter reachability: The reachability of the server, shared with its other users.
  init(_ address: PostgresAddress, count: Int = 1, name: String, reachability: Reachability = Reachability()) {
    precondition(count > 0, "a pool has no connections")
    let connections = (0..<count).map { _ in PooledConnection(address, name: name, reachability: reachability) }
    state = Mutex(State(connections))
    self.reachability = reachability
  }

  /// Runs a job with a connection and a deadline. The job must end within `limit`, which includes the time that the job
  /// waits for a connection.
  ///
  /// - Parameter key: Jobs with the same key run one after another, in the order of their calls.
  /// - Throws: The error that the job throws, or a ``DatabaseError``. Its kind is `unavailable` if there is no
  ///   connection, and `inUse` if the earlier jobs took too long.
  nonisolated(nonsending) func run<Value: Sendable>(
    within limit: Duration, inOrderOf key: String? = nil,
    _ job: @escaping @Sendable (Connection, ContinuousClock.Instant) throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    return try await withCheckedThrowingContinuation { continuation in
      change { state in
        state.add(
          Job(key: key, deadline: deadline) { [reachability] opened in
            let result = Result {
              let connection = try opened.get()
              do {
                return try job(connection, deadline)
              } catch {
                reachability.record(error)
                throw error
              }
            }
            return { continuation.resume(with: result) }
          })
      }
    }
  }

  /// Changes the state, and starts the next job if there is one. At most one job can start, because a change adds at
  /// most one job or one connection.
  private func change(_ body: (inout State) -> Void) {
    let next = state.withLock { state in
      body(&state)
      return state.next()
    }
    guard let (job, connection) = next else { return }
    connection.queue.async { [self] in
      let opened = Result { () throws(DatabaseError) in try connection.open(until: job.deadline) }
      if case .failure(let error) = opened, error.isRefusedConnection, state.withLock({ $0.refuse(job) }) {
        connection.queue.asyncAfter(deadline: .now() + ConnectionPool.pause) { self.change { $0.readmit(connection) } }
        return change { _ in }
      }
      let deliver = job.run(opened)
      // The connection becomes idle before the caller goes on, so that the caller's next job finds it idle.
      change { $0.end(job, on: connection) }
      deliver()
    }
  }
}

/// A connection of a pool and its queue.
private final class PooledConnection: Sendable {
  let queue: DispatchQueue
  private let address: PostgresAddress
  private let reachability: Reachability
  // Accessed only on the queue.
  private nonisolated(unsafe) var connection: Connection?

  init(_ address: PostgresAddress, name: String, reachability: Reachability) {
    self.address = address
    self.reachability = reachability
    queue = DispatchQueue(label: "svvs.postgres.\(name)")
  }

  /// The connection, opened if necessary.
  func open(until deadline: ContinuousClock.Instant) throws(DatabaseError) -> Connection {
    let failure = reachability.failure
    guard deadline > .now else { throw failure ?? DatabaseError.tooSlow }
    // A connection that was opened before the server stopped answering may time out again. A new connection shows at
    // once whether the server answers.
    if failure == nil, let connection, connection.isOpen { return connection }
    self.connection = nil
    let limit = failure == nil ? deadline : min(deadline, .now + Reachability.shortTimeout)
    do throws(DatabaseError) {
      let connection = try Connection.open(address, until: limit)
      reachability.record(nil)
      self.connection = connection
      return connection
    } catch {
      // If the server had already failed to answer, this attempt had only a short timeout. Its error proves nothing
      // new, and another user of the server may have reached it meanwhile.
      if failure == nil { reachability.record(error) }
      throw error
    }
  }
}
