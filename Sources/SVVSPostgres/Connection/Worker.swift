import Dispatch
import SVVSPersistence

/// A thread with one connection, which is opened when it is first needed, and again after it has ended.
///
/// Jobs run in the order in which they were asked for.
final class Worker: Sendable {
  private let address: PostgresAddress
  private let reachability: Reachability
  private let queue: DispatchQueue
  // Used on the queue alone.
  private nonisolated(unsafe) var connection: Connection?

  /// - Parameter reachability: What those who use the same server know of it.
  init(_ address: PostgresAddress, name: String, reachability: Reachability = Reachability()) {
    self.address = address
    self.reachability = reachability
    queue = DispatchQueue(label: "svvs.postgres.\(name)")
  }

  /// Runs a job with the connection and the deadline, which counts from this call: also the time in the queue.
  ///
  /// - Throws: What the job throws, and ``DatabaseError``: `unavailable` if there is no connection, `inUse` if the
  ///   jobs before it took too long.
  nonisolated(nonsending) func run<Value: Sendable>(
    within limit: Duration, _ job: @escaping @Sendable (Connection, ContinuousClock.Instant) throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Result { try run(job, until: deadline) })
      }
    }
  }

  /// Closes the connection when the jobs so far have run; the next one opens another.
  func close() {
    queue.async { [self] in connection = nil }
  }

  private func run<Value>(
    _ job: (Connection, ContinuousClock.Instant) throws -> Value, until deadline: ContinuousClock.Instant
  ) throws -> Value {
    let connection = try openConnection(until: deadline)
    do {
      return try job(connection, deadline)
    } catch {
      reachability.note(error)
      throw error
    }
  }

  private func openConnection(until deadline: ContinuousClock.Instant) throws(DatabaseError) -> Connection {
    let failure = reachability.failure
    guard deadline > .now else { throw failure ?? DatabaseError.slowness }
    // One from before a silence would have to be waited for again: a new one shows at once whether it is over.
    if failure == nil, let connection, connection.isOpen { return connection }
    self.connection = nil
    let limit = failure == nil ? deadline : min(deadline, .now + Reachability.patience)
    do throws(DatabaseError) {
      let connection = try Connection.open(address, until: limit)
      reachability.note(nil)
      self.connection = connection
      return connection
    } catch {
      // What had little time says nothing new; and somebody else may have reached the server meanwhile.
      if failure == nil { reachability.note(error) }
      throw error
    }
  }
}
