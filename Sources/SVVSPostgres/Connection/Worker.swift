import Dispatch
import SVVSPersistence

/// A thread with one connection, which is opened when it is first needed, and again after it has ended.
///
/// Jobs run in the order in which they were asked for.
final class Worker: Sendable {
  private let address: PostgresAddress
  private let queue: DispatchQueue
  // Used on the queue alone, like the next one.
  private nonisolated(unsafe) var connection: Connection?
  // Why the last attempt to connect failed; nil if it did not.
  private nonisolated(unsafe) var failure: DatabaseError?

  init(_ address: PostgresAddress, name: String) {
    self.address = address
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
        continuation.resume(with: Result { try job(try openConnection(until: deadline), deadline) })
      }
    }
  }

  /// Closes the connection when the jobs so far have run; the next one opens another.
  func close() {
    queue.async { [self] in connection = nil }
  }

  private func openConnection(until deadline: ContinuousClock.Instant) throws(DatabaseError) -> Connection {
    guard deadline > .now else { throw failure ?? DatabaseError(.inUse, "PostgreSQL took longer than it may.") }
    if let connection, connection.isOpen { return connection }
    connection = nil
    do throws(DatabaseError) {
      failure = nil
      let connection = try Connection.open(address, until: deadline)
      self.connection = connection
      return connection
    } catch {
      failure = error
      throw error
    }
  }
}
