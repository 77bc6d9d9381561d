/// Asynchronous work, such as a search, with its progress and its last error.
///
/// A store or a view state stores an activity for each kind of work, and its properties return the progress and the
/// error. ``init(_:)`` chooses what happens when runs overlap.
///
/// ```swift
/// var isSearching: Bool { searching.isRunning }
/// var errorMessage: String? { searching.error.map { "\($0)" } }
/// private(set) var titles: [String] = []
///
/// private let searching = Activity(.latest)
///
/// @Action func search(text: String) async {
///   await searching.run {
///     try await self.shelf.titles(containing: text)
///   } then: {
///     self.titles = $0
///   }
/// }
/// ```
///
/// A run that is cancelled or superseded ends immediately: ``isRunning`` no longer counts it, its error is not a
/// failure, and its result is discarded, even if the work ignores the cancellation. Therefore, change state in the
/// second closure and not in the first. The ``Effect`` of such a run ends when its work has ended. A caller of a shared
/// run does not wait for that.
///
/// A run must not start another run of the same activity, neither in its work nor in the closures that receive the
/// result or the error. Such a call has no effect except that ``error`` is a ``RecursiveActivityError``. To repeat the
/// work, for example after an error, write a loop in the work. A task that is cancelled starts no run.
@MainActor @Store
public final class Activity {
  /// The policy for a run that is started while another run is in progress.
  public enum Overlap: Sendable {
    /// All runs continue.
    case all
    /// The caller waits for the run in progress, and the closures of the call are not called. That run is cancelled when
    /// all its callers have been cancelled.
    case share
    /// The new run does not start.
    case ignore
    /// The run in progress is cancelled.
    case latest
    /// The run in progress is cancelled, and the new run starts after a pause. Use it for a text that the user types.
    case debounce(_ pause: Duration, clock: any Clock<Duration> = TimerClock())
  }

  /// The work of a run. It returns a closure that shows the result.
  private typealias Work = @MainActor () async throws -> @MainActor () -> Void

  private struct Run {
    var effect = Effect.none
    /// Whether the pause of ``Overlap/debounce(_:clock:)`` is over.
    var isWorking: Bool
  }

  /// The number of starts and failures of all activities.
  private static var eventCount = 0

  /// Whether a run is in progress. A run that waits for the end of a pause is not in progress.
  public var isRunning: Bool { runs.values.contains(where: \.isWorking) }
  /// The error of the last run that failed; nil if another run has started since.
  public var error: (any Error)? { lastEvent.error }
  /// Whether a run has succeeded since the last start.
  public private(set) var hasSucceeded = false

  /// The runs by number. A run that was cancelled or superseded is not among them.
  private var runs: [Int: Run] = [:]
  /// The number of the last start or failure, and the error of the failure.
  fileprivate var lastEvent: (number: Int, error: (any Error)?) = (0, nil)
  @ObservationIgnored private var shared = SingleFlight<Bool, Void>()
  private let overlap: Overlap

  /// Creates an activity without runs.
  public init(_ overlap: Overlap = .all) { self.overlap = overlap }

  /// Runs work and waits for its end. Cancelling the waiting task cancels the run.
  ///
  /// - Parameters:
  ///   - work: The work. Its error becomes ``error``, unless it is a `CancellationError`.
  ///   - show: Receives the result of the work, unless the run was cancelled or superseded.
  ///   - handle: Receives the error of the work if it becomes ``error``.
  public func run<Value>(
    _ work: @escaping @MainActor () async throws -> Value,
    then show: @escaping @MainActor (Value) -> Void = { _ in },
    catch handle: @escaping @MainActor (any Error) -> Void = { _ in }
  ) async {
    await start(work, then: show, catch: handle).completion
  }

  /// Starts a run, with the same parameters as ``run(_:then:catch:)``. This method returns when the work first suspends
  /// or has ended.
  ///
  /// - Returns: The run; ``Effect/none`` if the run does not start.
  public func start<Value>(
    _ work: @escaping @MainActor () async throws -> Value,
    then show: @escaping @MainActor (Value) -> Void = { _ in },
    catch handle: @escaping @MainActor (any Error) -> Void = { _ in }
  ) -> Effect {
    guard !Task.isCancelled else { return .none }
    guard CurrentRuns.numbers.isDisjoint(with: runs.keys) else {
      fail(with: RecursiveActivityError())
      return .none
    }
    let work: Work = {
      let value = try await work()
      return { show(value) }
    }
    switch overlap {
    case .all: return begin(work, catch: handle)
    case .share:
      return .task { try? await self.shared.run(true) { await self.begin(work, catch: handle).completion } }
    case .ignore: return runs.isEmpty ? begin(work, catch: handle) : .none
    case .latest, .debounce:
      cancelRuns()
      return begin(work, catch: handle)
    }
  }

  /// Cancels all runs, and resets ``error`` and ``hasSucceeded``.
  public func cancel() {
    cancelRuns()
    lastEvent.error = nil
    hasSucceeded = false
  }

  private func cancelRuns() {
    let cancelled = runs.values
    runs = [:]
    // The next run does not wait for work that ignores its cancellation.
    shared = SingleFlight()
    for run in cancelled { run.effect.cancel() }
  }

  private func begin(_ work: @escaping Work, catch handle: @escaping @MainActor (any Error) -> Void) -> Effect {
    let number = nextEvent()
    runs[number] = Run(isWorking: false)
    let effect = Effect.task { await self.perform(work, catch: handle, as: number) }
    // The work may have cancelled the run before its first suspension.
    if runs[number] == nil { effect.cancel() } else { runs[number]?.effect = effect }
    return effect
  }

  private func perform(_ work: Work, catch handle: @MainActor (any Error) -> Void, as number: Int) async {
    await withTaskCancellationHandler {
      await CurrentRuns.$numbers.withValue(CurrentRuns.numbers.union([number])) {
        defer { runs[number] = nil }
        do {
          if case .debounce(let pause, let clock) = overlap { try await clock.sleep(for: pause) }
          try checkIsCurrent(number)
          runs[number]?.isWorking = true
          (lastEvent, hasSucceeded) = ((nextEvent(), nil), false)
          let show = try await work()
          try checkIsCurrent(number)
          hasSucceeded = true
          show()
        } catch {
          guard runs[number] != nil, !Task.isCancelled, !(error is CancellationError) else { return }
          fail(with: error)
          handle(error)
        }
      }
    } onCancel: {
      MainActor.runNowIfPossible { self.runs[number] = nil }
    }
  }

  /// Throws `CancellationError` if a run was cancelled or superseded.
  private func checkIsCurrent(_ number: Int) throws {
    if runs[number] == nil || Task.isCancelled { throw CancellationError() }
  }

  private func fail(with error: any Error) { lastEvent = (nextEvent(), error) }

  private func nextEvent() -> Int {
    Activity.eventCount += 1
    return Activity.eventCount
  }
}

extension Sequence<Activity> {
  /// The error of the last run that failed; nil if another run of any of these activities has started since.
  ///
  /// ```swift
  /// var errorMessage: String? { [loading, deleting].lastError.map { "\($0)" } }
  /// ```
  @MainActor public var lastError: (any Error)? {
    self.max { $0.lastEvent.number < $1.lastEvent.number }?.error
  }
}

/// A run of an activity started another run of the same activity.
public struct RecursiveActivityError: Error, CustomStringConvertible {
  public var description: String { "A run of an activity started another run of the same activity." }
}

/// The runs whose work and closures the current task executes.
private enum CurrentRuns {
  @TaskLocal static var numbers: Set<Int> = []
}
