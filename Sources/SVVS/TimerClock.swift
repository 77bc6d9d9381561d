import Dispatch
import Synchronization

/// A continuous clock whose sleeps release their memory when they are cancelled.
///
/// A cancelled sleep on `ContinuousClock` keeps about 230 bytes until its deadline. Use this clock for long sleeps that
/// are often cancelled (for example, in timeouts and in work that front ends cancel). On Linux, a sleep does not count
/// the time during which the machine is suspended.
///
/// ```swift
/// try await TimerClock().sleep(for: .seconds(3600))
/// ```
public struct TimerClock: Clock {
  /// Creates a clock. All clocks of this type are equivalent.
  public init() {}

  /// The current instant of `ContinuousClock`.
  public var now: ContinuousClock.Instant { .now }

  /// The minimum difference between two instants.
  public var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Waits until `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
    let sleep = TimerSleep()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleep.begin(for: deadline - .now, tolerance: tolerance ?? .zero, resuming: continuation)
      }
    } onCancel: {
      sleep.end(with: .failure(CancellationError()))
    }
  }
}

/// A timer and the continuation that waits for it. Both are released when the sleep ends.
private final class TimerSleep: Sendable {
  private enum State {
    case new
    case asleep(any DispatchSourceTimer)
    case over(Result<Void, any Error>)
  }

  /// The queue is serial, because on Linux a cancelled timer of a concurrent queue leaks 90 bytes in the thread that
  /// would have run the timer. A continuation that is resumed on another thread leaks as well.
  private static let queue = DispatchQueue(label: "svvs.timers")

  private let state = Mutex(State.new)

  func begin(
    for duration: Duration, tolerance: Duration, resuming continuation: CheckedContinuation<Void, any Error>
  ) {
    let ended = state.withLock { state -> Result<Void, any Error>? in
      if case .over(let result) = state { return result }
      let timer = DispatchSource.makeTimerSource(queue: TimerSleep.queue)
      timer.schedule(deadline: .now() + duration.dispatchInterval, leeway: tolerance.dispatchInterval)
      timer.setEventHandler { self.end(with: .success(())) }
      // Resumes the continuation on the queue of the timer, not on the thread that cancels the sleep.
      timer.setCancelHandler { continuation.resume(with: self.result) }
      state = .asleep(timer)
      timer.activate()
      return nil
    }
    if let ended { continuation.resume(with: ended) }
  }

  func end(with result: Result<Void, any Error>) {
    state.withLock { state in
      if case .over = state { return }
      if case .asleep(let timer) = state { timer.cancel() }
      state = .over(result)
    }
  }

  private var result: Result<Void, any Error> {
    state.withLock { state in
      guard case .over(let result) = state else { preconditionFailure("a cancelled timer has a result") }
      return result
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, limited to a century to avoid an overflow.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let century = Duration.seconds(100 * 365 * 86_400)
    return .nanoseconds(Int(min(max(.zero, self), century) / .nanoseconds(1)))
  }
}
