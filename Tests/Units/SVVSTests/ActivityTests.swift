import SVVS
import SVVSTesting
import Testing

/// The runs of an activity: how they overlap, end and fail.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ActivityTests {
  struct Refused: Error {}

  /// Work that ends when the test resumes it, and not when it is cancelled.
  @MainActor
  final class HeldWork {
    private(set) var starts = 0
    private(set) var wasCancelled = false
    private var waiters: [CheckedContinuation<Int, any Error>] = []

    func run() async throws -> Int {
      starts += 1
      defer { wasCancelled = wasCancelled || Task.isCancelled }
      return try await withCheckedThrowingContinuation { waiters.append($0) }
    }

    /// Ends the first call that has not ended. There is none if the time limit of the test has cancelled the activity
    /// before its work began.
    func end(with result: Result<Int, any Error> = .success(7)) {
      guard !waiters.isEmpty else {
        Issue.record("no call is in progress")
        return
      }
      waiters.removeFirst().resume(with: result)
    }
  }

  let work = HeldWork()

  @Test func aRunIsInProgressUntilItsWorkEnds() async {
    let activity = Activity()
    var shown: [Int] = []
    let run = activity.start {
      try await work.run()
    } then: {
      shown.append($0)
    }
    #expect(activity.isRunning && !activity.hasSucceeded)
    work.end()
    await run.completion
    #expect(!activity.isRunning && activity.hasSucceeded && shown == [7])
  }

  @Test func workThatNeverSuspendsEndsBeforeTheStartReturns() async {
    let activity = Activity()
    _ = activity.start { throw Refused() }
    #expect(!activity.isRunning && activity.error is Refused)
  }

  @Test func anErrorRemainsUntilTheNextRunStarts() async {
    let activity = Activity()
    await activity.run { throw Refused() }
    #expect(activity.error is Refused && !activity.isRunning && !activity.hasSucceeded)
    let next = activity.start { try await work.run() }
    #expect(activity.error == nil)
    work.end()
    await next.completion
    #expect(activity.error == nil && activity.hasSucceeded)
    await activity.run { throw Refused() }
    #expect(!activity.hasSucceeded)
  }

  @Test func onlyAFailureIsCaught() async {
    let activity = Activity()
    var caught: [any Error] = []
    await activity.run {
      throw Refused()
    } catch: {
      caught.append($0)
    }
    #expect(caught.count == 1 && caught.first is Refused)
    await activity.run {
      throw CancellationError()
    } catch: {
      caught.append($0)
    }
    let run = activity.start {
      try await work.run()
    } catch: {
      caught.append($0)
    }
    run.cancel()
    work.end(with: .failure(Refused()))
    await run.completion
    #expect(caught.count == 1)
  }

  @Test(arguments: [.all, .share, .ignore, .latest] as [Activity.Overlap])
  func aCancelledRunEndsImmediatelyAndIsNotAFailure(overlap: Activity.Overlap) async {
    let activity = Activity(overlap)
    for result in [.success(7), .failure(Refused()), .failure(CancellationError())] as [Result<Int, any Error>] {
      var shown: [Int] = []
      let run = activity.start {
        try await work.run()
      } then: {
        shown.append($0)
      }
      run.cancel()
      #expect(!activity.isRunning, "the work has not ended")
      work.end(with: result)
      await run.completion
      #expect(!activity.isRunning && !activity.hasSucceeded && activity.error == nil && shown == [])
    }
  }

  @Test func workThatFailsAfterItsScopeHasFinishedChangesNothing() async {
    let (activity, scope) = (Activity(), EffectScope())
    scope.open()
    scope.add(activity.start { try await work.run() })
    scope.finish()
    #expect(!activity.isRunning)
    work.end(with: .failure(Refused()))
    await scope.ended
    #expect(activity.error == nil)
  }

  @Test func cancellationErrorsOfTheWorkAreNotFailures() async {
    let activity = Activity()
    await activity.run { throw CancellationError() }
    #expect(activity.error == nil && !activity.isRunning && !activity.hasSucceeded)
  }

  @Test func overlappingRunsAreInProgressUntilTheLastEnds() async {
    let activity = Activity()
    let runs = (1...2).map { _ in activity.start { try await work.run() } }
    #expect(work.starts == 2)
    work.end(with: .failure(Refused()))
    await runs[0].completion
    #expect(activity.isRunning && activity.error is Refused)
    work.end()
    await runs[1].completion
    #expect(!activity.isRunning && activity.error is Refused, "the error came after the last start")
  }

  @Test func callersOfASharedRunWaitForTheSameWork() async {
    let activity = Activity(.share)
    var shown: [Int] = []
    let callers = (1...3).map { _ in
      activity.start {
        try await work.run()
      } then: {
        shown.append($0)
      }
    }
    callers[0].cancel()
    await callers[0].completion
    #expect(activity.isRunning, "the other callers still wait")
    work.end()
    for caller in callers { await caller.completion }
    #expect(work.starts == 1 && !work.wasCancelled && shown == [7] && !activity.isRunning)
  }

  @Test func aSharedRunIsCancelledWithItsLastCaller() async {
    let activity = Activity(.share)
    let callers = (1...2).map { _ in activity.start { try await work.run() } }
    for caller in callers { caller.cancel() }
    #expect(!activity.isRunning)
    let next = activity.start { try await work.run() }
    #expect(work.starts == 2 && activity.isRunning, "the next call starts again")
    work.end()
    work.end()
    await next.completion
    #expect(work.wasCancelled && activity.hasSucceeded)
  }

  @Test func aCallDuringARunIsIgnored() async {
    let activity = Activity(.ignore)
    let run = activity.start { try await work.run() }
    await activity.run { try await work.run() }
    #expect(work.starts == 1 && activity.isRunning)
    work.end()
    await run.completion
    await activity.run { () }
    #expect(activity.hasSucceeded && !activity.isRunning)
  }

  @Test func theLatestRunSupersedesTheOneInProgress() async {
    let activity = Activity(.latest)
    var shown: [Int] = []
    let runs = (1...2).map { _ in
      activity.start {
        try await work.run()
      } then: {
        shown.append($0)
      }
    }
    work.end(with: .success(1))
    await runs[0].completion
    #expect(
      work.wasCancelled && activity.isRunning && shown == [], "the second run is in progress")
    work.end(with: .success(2))
    await runs[1].completion
    #expect(shown == [2] && !activity.isRunning)
  }

  @Test func onlyTheLastCallBeforeAPauseRuns() async throws {
    let clock = ManualClock()
    let activity = Activity(.debounce(.seconds(1), clock: clock))
    var texts: [String] = []
    let runs = ["a", "ab", "abc"].map { text in
      activity.start {
        texts.append(text)
        return try await work.run()
      }
    }
    await clock.sleepers(1)
    #expect(!activity.isRunning && texts == [])
    clock.advance(by: .seconds(1))
    while !activity.isRunning {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(texts == ["abc"])
    work.end()
    for run in runs { await run.completion }
    #expect(!activity.isRunning && activity.hasSucceeded)
  }

  @Test func cancellingAnActivityResetsIt() async {
    for overlap in [.all, .share, .ignore, .latest] as [Activity.Overlap] {
      let activity = Activity(overlap)
      await activity.run { throw Refused() }
      let run = activity.start { try await work.run() }
      activity.cancel()
      #expect(!activity.isRunning && activity.error == nil && !activity.hasSucceeded)
      work.end(with: .failure(Refused()))
      await run.completion
      #expect(activity.error == nil)
      await activity.run { () }
      activity.cancel()
      #expect(!activity.hasSucceeded)
      await activity.run { throw Refused() }
      activity.cancel()
      #expect(activity.error == nil)
    }
  }

  @Test(arguments: [.all, .share, .ignore, .latest, .debounce(.zero)] as [Activity.Overlap])
  func workThatStartsItsOwnActivityIsAnError(overlap: Activity.Overlap) async {
    let activity = Activity(overlap)
    var depth = 0
    func recurse() async {
      depth += 1
      await activity.run {
        await recurse()
      } then: {
        Task.immediate { await recurse() }
      }
    }
    await recurse()
    #expect(depth == 3, "once from outside, once from the work, and once from the second closure")
    #expect(activity.error is RecursiveActivityError && !activity.isRunning)
    await activity.run {
      throw Refused()
    } catch: { _ in
      Task.immediate { await recurse() }
    }
    #expect(depth == 4 && activity.error is RecursiveActivityError && !activity.isRunning)
    await activity.run { () }
    #expect(activity.error == nil && activity.hasSucceeded)
  }

  @Test func aCancelledTaskStartsNoRun() async {
    let activity = Activity()
    let task = Task.immediate {
      await Signal().fired
      await activity.run { try await work.run() }
    }
    task.cancel()
    await task.value
    #expect(work.starts == 0 && !activity.isRunning)
  }

  @Test func workThatNeverEndsIsCancelledWithItsCaller() async {
    let activity = Activity(.latest)
    let task = Task.immediate { await activity.run { await Signal().fired } }
    #expect(activity.isRunning)
    task.cancel()
    await task.value
    #expect(!activity.isRunning && activity.error == nil)
  }

  @Test func theLastErrorOfSeveralActivitiesRemainsUntilAnyOfThemStarts() async {
    let (first, second) = (Activity(), Activity())
    let both = [first, second]
    let slow = first.start { try await work.run() }
    await second.run { throw Refused() }
    #expect(both.lastError is Refused)
    work.end(with: .failure(DecodingFailure()))
    await slow.completion
    #expect(both.lastError is DecodingFailure && second.error is Refused)
    await second.run { () }
    #expect(both.lastError == nil && first.error is DecodingFailure)
  }

  struct DecodingFailure: Error {}

  @Test func progressAndErrorAreObserved() async {
    let activity = Activity()
    let observer = CountingObserver()
    observer.read { _ = activity.isRunning }
    let run = activity.start { try await work.run() }
    #expect(observer.notificationCount > 0)
    observer.reset()
    observer.read { _ = (activity.error, activity.isRunning) }
    work.end(with: .failure(Refused()))
    await run.completion
    #expect(observer.notificationCount > 0)
    observer.end()
  }

  @Test func aSharedRunStartsAlthoughTheWorkOfACancelledRunContinues() async {
    let activity = Activity(.share)
    let cancelled = activity.start { try await work.run() }
    activity.cancel()
    await activity.run {}
    #expect(activity.hasSucceeded)
    work.end()
    await cancelled.completion
  }
}
