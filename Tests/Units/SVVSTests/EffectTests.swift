import SVVS
import Testing

/// Effects and the three ways to wait for them.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EffectTests {
  @Test func thePartBeforeTheFirstSuspensionRunsAtOnce() async {
    let signal = Signal()
    var steps: [String] = []
    let effect = Effect.task {
      steps.append("begun")
      await signal.fired
      steps.append("ended")
    }
    #expect(steps == ["begun"])
    signal.fire()
    await effect.completion
    #expect(steps == ["begun", "ended"])
  }

  @Test func everyWayOfWaitingCompletesExactlyOnce() async {
    let signal = Signal()
    let told = Signal()
    var completions: [String] = []
    let effect = Effect.task { await signal.fired }
    effect.onCompletion {
      completions.append("told")
      told.fire()
    }
    let waiter = Task.immediate {
      await effect.completion
      completions.append("waited")
    }
    #expect(completions == [])
    signal.fire()
    await waiter.value
    await told.fired
    await effect.completion
    #expect(completions.sorted() == ["told", "waited"])
  }

  @Test func workWithoutAWaitingTaskRunsExactlyOnce() async {
    let (signal, ended) = (Signal(), Signal())
    var ends = 0
    _ = Effect.task {
      await signal.fired
      ends += 1
      ended.fire()
    }
    #expect(ends == 0)
    signal.fire()
    await ended.fired
    #expect(ends == 1)
  }

  @Test func aCallbackAfterTheEndIsCalledOnceToo() async {
    let effect = Effect.task {}
    await effect.completion
    let told = Signal()
    var completions = 0
    effect.onCompletion {
      completions += 1
      told.fire()
    }
    await told.fired
    await effect.completion
    #expect(completions == 1)
  }

  @Test func noEffectCompletesAtOnce() async {
    var completions = 0
    Effect.none.onCompletion { completions += 1 }
    #expect(completions == 1)
    await Effect.none.completion
  }

  @Test func cancellingTheWaitingTaskCancelsTheWork() async {
    let signal = Signal()
    var wasCancelled = false
    let effect = Effect.task {
      await signal.fired
      wasCancelled = Task.isCancelled
    }
    let waiter = Task.immediate { await effect.completion }
    waiter.cancel()
    await waiter.value
    #expect(wasCancelled)
  }
}
