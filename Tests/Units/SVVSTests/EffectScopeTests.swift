import SVVS
import Testing

/// The effects of a scope before, during and after its connections.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EffectScopeTests {
  let scope = EffectScope()

  /// Work that lasts until it is cancelled or its signal fires. It records which of these ended it.
  @MainActor
  final class Work {
    let signal = Signal()
    private(set) var outcome: String?

    lazy var effect = Effect.task { [self] in
      await signal.fired
      outcome = Task.isCancelled ? "cancelled" : "ended"
    }
  }

  @Test func endingTheConnectionCancelsItsEffectsAndWaitsForThem() async {
    let work = Work()
    let connection = Task.immediate { await scope.connect() }
    scope.add(work.effect)
    #expect(work.outcome == nil)
    connection.cancel()
    await connection.value
    #expect(work.outcome == "cancelled")
  }

  @Test func aSecondConnectionEndsTheFirstAndKeepsItsOwnEffects() async {
    let (first, second) = (Work(), Work())
    let one = Task.immediate { await scope.connect() }
    scope.add(first.effect)
    let two = Task.immediate { await scope.connect() }
    scope.add(second.effect)
    await one.value
    #expect(first.outcome == "cancelled")
    #expect(second.outcome == nil)
    second.signal.fire()
    await second.effect.completion
    #expect(second.outcome == "ended")
    two.cancel()
    await two.value
  }

  @Test func theEndOfTheFirstConnectionDoesNotWipeTheSecond() async {
    let one = Task.immediate { await scope.connect() }
    let two = Task.immediate { await scope.connect() }
    await one.value
    let work = Work()
    scope.add(work.effect)
    two.cancel()
    await two.value
    #expect(work.outcome == "cancelled", "the second connection owns what is added after the end of the first")
  }

  @Test func workAddedBeforeConnectingWarnsInTheLog() async throws {
    // A separate process, because the log of this process also contains messages of other tests.
    let process = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { EffectScope().add(.task {}) }
    }
    let log = String(decoding: process.standardErrorContent, as: UTF8.self)
    #expect(log.contains("warning") && log.contains("not connected"), "the log: \(log)")
  }

  @Test func workAddedBeforeConnectingRunsAndIsOwnedByTheConnection() async {
    let (early, owned) = (Work(), Work())
    scope.add(early.effect)
    scope.add(owned.effect)
    early.signal.fire()
    await early.effect.completion
    #expect(early.outcome == "ended")
    let connection = Task.immediate { await scope.connect() }
    connection.cancel()
    await connection.value
    #expect(owned.outcome == "cancelled")
  }

  @Test func workAddedAfterTheEndRunsAndNobodyIsLeftWaiting() async {
    let connection = Task.immediate { await scope.connect() }
    connection.cancel()
    let late = Work()
    scope.add(late.effect)
    await connection.value
    #expect(late.outcome == nil)
    late.signal.fire()
    await late.effect.completion
    #expect(late.outcome == "ended")
  }

  @Test func connectingWhileCancelledReturns() async {
    let connection = Task.immediate {
      await Signal().fired
      await scope.connect()
    }
    connection.cancel()
    await connection.value
  }

  @Test func aFinishedScopeCancelsWhatIsAddedAndIsWaitedFor() async {
    scope.open()
    let (before, after) = (Work(), Work())
    scope.add(before.effect)
    scope.finish()
    scope.add(after.effect)
    await scope.ended
    #expect(before.outcome == "cancelled")
    #expect(after.outcome == "cancelled")
  }

  @Test func aScopeOfSeveralViewsIsFinishedByTheLast() async {
    let (first, second) = (Work(), Work())
    scope.open()
    scope.add(first.effect)
    scope.open()
    scope.finish()
    await scope.ended
    scope.add(second.effect)
    #expect((first.outcome, second.outcome) == (nil, nil))
    scope.finish()
    await scope.ended
    #expect((first.outcome, second.outcome) == ("cancelled", "cancelled"))
    scope.open()
    let third = Work()
    scope.add(third.effect)
    third.signal.fire()
    await third.effect.completion
    #expect(third.outcome == "ended")
  }

  @Test func aScopeCanBeConnectedAgain() async {
    for _ in 1...2 {
      let work = Work()
      let connection = Task.immediate { await scope.connect() }
      scope.add(work.effect)
      connection.cancel()
      await connection.value
      #expect(work.outcome == "cancelled")
    }
  }
}
