import Dispatch
import SVVSPersistence
import Synchronization

/// The state that tells whether the database was brought up to date. Reads and writes wait until it was.
final class Readiness: Sendable {
  private struct State {
    var isReady: Bool
    var failure: DatabaseError?
    var waiting: [DispatchSemaphore] = []
  }

  private let state: Mutex<State>

  init(isReady: Bool) {
    state = Mutex(State(isReady: isReady))
  }

  /// Records the result of an attempt to bring the database up to date. If `failure` is nil, the attempt succeeded.
  /// Resumes the callers that wait for the result.
  func record(_ failure: DatabaseError?) {
    let waiting = state.withLock { state in
      if failure == nil { state.isReady = true }
      // A newer version of the app has changed the tables meanwhile, in a way that this version does not know.
      if failure?.kind == .newerVersion { state.isReady = false }
      state.failure = failure
      defer { state.waiting = [] }
      return state.waiting
    }
    for semaphore in waiting { semaphore.signal() }
  }

  /// Blocks until the database was brought up to date, or the next attempt has failed. Must not be called on the main
  /// thread.
  ///
  /// - Parameter requestAttempt: A function that requests an attempt to bring the database up to date.
  func wait(until deadline: ContinuousClock.Instant, requestAttempt: () -> Void) throws {
    let semaphore = DispatchSemaphore(value: 0)
    let isReady = state.withLock { state in
      if !state.isReady { state.waiting.append(semaphore) }
      return state.isReady
    }
    if isReady { return }
    requestAttempt()
    let rest = ContinuousClock.now.duration(to: deadline)
    let hasEnded = semaphore.wait(timeout: .now() + max(rest / .seconds(1), 0)) == .success
    let end = state.withLock { $0 }
    if end.isReady { return }
    let failure = hasEnded ? end.failure : nil
    throw failure ?? DatabaseError(.unavailable, "PostgreSQL could not be reached in time.")
  }
}
