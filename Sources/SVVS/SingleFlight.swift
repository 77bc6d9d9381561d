/// Lets callers that want the same work at the same time share it.
///
/// A caller joins the work under way for its key, or starts it. A caller that is cancelled leaves at
/// once and the others go on; when the last has left, the work is cancelled.
///
/// ```swift
/// func loadValue(for id: User.ID) async throws {
///   try await loads.run(id) { self.values[id] = try await self.repository.fetchValue(for: id) }
/// }
/// ```
@MainActor
public final class SingleFlight<Key: Hashable & Sendable> {
  private var flights: [Key: Flight] = [:]

  /// No work is under way.
  public init() {}

  /// Joins the work under way for `key`, or starts `operation`, and waits for its end.
  ///
  /// - Throws: What the work throws, or `CancellationError` if the caller was cancelled.
  public func run(_ key: Key, _ operation: @escaping @MainActor () async throws -> Void) async throws {
    try Task.checkCancellation()
    let flight = flights[key] ?? start(key, operation)
    let waiter = flight.nextWaiter()
    try await withTaskCancellationHandler {
      try await flight.wait(as: waiter)
    } onCancel: {
      MainThread.run { self.leave(flight, as: waiter, key: key) }
    }
  }

  private func start(_ key: Key, _ operation: @escaping @MainActor () async throws -> Void) -> Flight {
    let flight = Flight()
    flights[key] = flight
    flight.task = Task.immediate {
      do {
        try await operation()
        self.finish(flight, key: key, with: .success(()))
      } catch {
        self.finish(flight, key: key, with: .failure(error))
      }
    }
    return flight
  }

  private func finish(_ flight: Flight, key: Key, with result: Result<Void, any Error>) {
    if flights[key] === flight { flights[key] = nil }
    flight.finish(with: result)
  }

  private func leave(_ flight: Flight, as waiter: Int, key: Key) {
    guard flight.leave(waiter), flights[key] === flight else { return }
    flights[key] = nil
  }
}

/// One piece of shared work and who waits for it.
@MainActor
private final class Flight {
  var task: Task<Void, Never>?
  private var result: Result<Void, any Error>?
  private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var lastWaiter = 0

  func nextWaiter() -> Int {
    lastWaiter += 1
    return lastWaiter
  }

  func wait(as waiter: Int) async throws {
    if let result { return try result.get() }
    try await withCheckedThrowingContinuation { waiters[waiter] = $0 }
  }

  func finish(with result: Result<Void, any Error>) {
    self.result = result
    for continuation in waiters.values { continuation.resume(with: result) }
    waiters = [:]
  }

  /// Lets a waiter go; true if it was the last, and the work is cancelled.
  func leave(_ waiter: Int) -> Bool {
    waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    guard waiters.isEmpty, result == nil else { return false }
    task?.cancel()
    return true
  }
}
