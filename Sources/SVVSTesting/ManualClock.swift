import Synchronization

/// A clock that a test advances. A sleep ends when a call of ``advance(by:)`` reaches or passes the deadline of the
/// sleep.
///
/// ```swift
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(3))
/// await greet.settled
/// ```
public final class ManualClock: Clock {
  /// An instant, as the time since the clock was created.
  public struct Instant: InstantProtocol, Hashable {
    var offset: Duration

    /// Returns the instant that is later by `duration`. This method does not advance a clock.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    var waiters: [(number: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  /// Creates a clock.
  public init() {}

  public var now: Instant { state.withLock(\.now) }

  public var minimumResolution: Duration { .zero }

  /// Waits until at least `count` tasks sleep. Call this method before ``advance(by:)``, because work that has just
  /// begun may not sleep yet.
  public func sleepers(_ count: Int) async {
    let number = state.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          guard state.sleepers.count < count, !Task.isCancelled else { return true }
          state.waiters.append((number, count, continuation))
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone = state.withLock { state in
          guard deadline > state.now, !Task.isCancelled else { return true }
          state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
          state.waiters.removeAll { waiter in
            guard waiter.count <= state.sleepers.count else { return false }
            waiter.continuation.resume()
            return true
          }
          return false
        }
        if isDone { continuation.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(())) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock, and ends the sleeps whose deadlines the clock has reached. Sleeps with earlier deadlines end
  /// first.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
