import Dispatch
import Synchronization

/// The first result of a query, passed to the main thread while the main thread waits for it.
final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case expected
    case arrived(Result<Value, any Error>)
    /// The main thread no longer waits, or there was already a result.
    case over
  }

  private let state = Mutex(State.expected)
  private let arrival = DispatchSemaphore(value: 0)

  /// Passes a result to the main thread. Returns false if the result must be delivered instead.
  func pass(_ result: Result<Value, any Error>) -> Bool {
    state.withLock { state in
      guard case .expected = state else { return false }
      state = .arrived(result)
      arrival.signal()
      return true
    }
  }

  /// Waits for the first result, and returns it. Returns nil if it does not arrive in time.
  func wait(for limit: Duration) -> Result<Value, any Error>? {
    _ = arrival.wait(timeout: .now() + limit / .seconds(1))
    return state.withLock { state in
      defer { state = .over }
      if case .arrived(let result) = state { return result }
      return nil
    }
  }
}

/// The time for which the main thread waits for the first results of queries of one database.
///
/// The limit is for the sum of the waits. The sum is zero again when all queries for which the main thread has waited
/// have their first results. Queries that begin in one step of the main thread therefore share the limit, and while the
/// result of a slow query is outstanding, no other query delays the main thread.
@MainActor
final class FirstResultWait {
  private let limit: Duration
  /// The sum of the waits.
  private var elapsed = Duration.zero
  /// The number of queries that have not delivered their first results.
  private var outstandingCount = 0

  nonisolated init(limit: Duration) {
    self.limit = limit
  }

  /// The longest time that the main thread may wait now.
  var remaining: Duration { max(.zero, limit - elapsed) }

  /// Runs `wait` with the time that remains. `beginning` ends after the first result was delivered.
  func measure<Result>(until beginning: Task<Void, any Error>, _ wait: (_ limit: Duration) -> Result) -> Result {
    outstandingCount += 1
    Task {
      _ = await beginning.result
      outstandingCount -= 1
      if outstandingCount == 0 { elapsed = .zero }
    }
    let start = ContinuousClock.now
    defer { elapsed += .now - start }
    return wait(remaining)
  }
}
