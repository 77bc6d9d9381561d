/// Work that concurrent callers with the same key share (for example, the fetch of one book).
///
/// The first caller starts the work, and later callers wait for the same result. A caller that is cancelled returns
/// immediately and does not affect the other callers. When all callers have been cancelled, the work is cancelled.
///
/// ```swift
/// func load(_ id: Book.ID) async throws {
///   books[id] = try await fetches.run(id) { [library] in try await library.fetchBook(id) }
/// }
/// ```
///
/// Store the result in the caller, as in this example, and not in the work. A caller that was cancelled then stores
/// nothing.
@MainActor
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private var flights: [Key: Flight<Value>] = [:]

  /// Creates a group without work in progress.
  public init() {}

  /// Waits for the work in progress for `key`. If no work is in progress for `key`, starts the work.
  ///
  /// - Returns: The result of the work. All callers that wait for it get the same result.
  /// - Throws: The error that the work throws, or `CancellationError` if the caller was cancelled.
  public func run(_ key: Key, _ operation: @escaping @MainActor () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let flight = flights[key] ?? start(key, operation)
    let waiter = flight.nextWaiter()
    let value = try await withTaskCancellationHandler {
      try await flight.wait(as: waiter)
    } onCancel: {
      MainActor.runNowIfPossible { self.leave(flight, as: waiter, key: key) }
    }
    // The caller may have been cancelled between the end of the work and now.
    try Task.checkCancellation()
    return value
  }

  private func start(_ key: Key, _ operation: @escaping @MainActor () async throws -> Value) -> Flight<Value> {
    let flight = Flight<Value>()
    flights[key] = flight
    flight.task = Task.immediate {
      do {
        self.finish(flight, key: key, with: .success(try await operation()))
      } catch {
        self.finish(flight, key: key, with: .failure(error))
      }
    }
    return flight
  }

  private func finish(_ flight: Flight<Value>, key: Key, with result: Result<Value, any Error>) {
    if flights[key] === flight { flights[key] = nil }
    flight.finish(with: result)
  }

  private func leave(_ flight: Flight<Value>, as waiter: Int, key: Key) {
    guard flight.leave(waiter), flights[key] === flight else { return }
    flights[key] = nil
  }
}

/// Work in progress and its waiting callers.
@MainActor
private final class Flight<Value: Sendable> {
  var task: Task<Void, Never>?
  private var result: Result<Value, any Error>?
  private var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
  private var lastWaiter = 0

  func nextWaiter() -> Int {
    lastWaiter += 1
    return lastWaiter
  }

  func wait(as waiter: Int) async throws -> Value {
    if let result { return try result.get() }
    return try await withCheckedThrowingContinuation { waiters[waiter] = $0 }
  }

  func finish(with result: Result<Value, any Error>) {
    self.result = result
    for continuation in waiters.values { continuation.resume(with: result) }
    waiters = [:]
  }

  /// Resumes a waiter with `CancellationError`, and cancels the work if no other waiter is left.
  ///
  /// - Returns: Whether the work was cancelled.
  func leave(_ waiter: Int) -> Bool {
    waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    guard waiters.isEmpty, result == nil else { return false }
    task?.cancel()
    return true
  }
}
