import Dispatch
import Synchronization

/// A continuous clock whose sleeps keep no memory once they are cancelled.
///
/// A cancelled sleep on `ContinuousClock` leaves some 230 bytes until it would have ended. Use this clock where
/// sleeps may be long and are often cancelled, such as in time limits and in work that front ends cancel. On
/// Linux the time in which the machine is suspended does not count for a sleep.
///
/// ```swift
/// try await TimerClock().sleep(for: .seconds(3600))
/// ```
public struct TimerClock: Clock {
  /// A clock; all are alike.
  public init() {}

  /// The current instant, as `ContinuousClock` has it.
  public var now: ContinuousClock.Instant { .now }

  /// The least that instants differ by.
  public var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Waits until a deadline.
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

/// One sleep: a timer and who waits for it, both released at its end.
private final class TimerSleep: Sendable {
  private enum State {
    case new
    case asleep(any DispatchSourceTimer)
    case over(Result<Void, any Error>)
  }

  /// Serial: on Linux a cancelled timer of a concurrent queue leaves 90 bytes with the thread that would have run it, and
  /// a continuation that is resumed from another thread as much.
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
      // Resumed where the timer is, and not by who cancels it.
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
      guard case .over(let result) = state else { preconditionFailure("a timer that was cancelled is over") }
      return result
    }
  }
}

extension Duration {
  /// The duration in nanoseconds; a century is as good as for ever.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let century = Duration.seconds(100 * 365 * 86_400)
    return .nanoseconds(Int(min(max(.zero, self), century) / .nanoseconds(1)))
  }
}
