import Observation
import SVVS
import Testing

/// Work that is caused by changes of observed state.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChangeEffectTests {
  @MainActor @Observable
  final class Source {
    var value = 0
  }

  /// Returns the next values that the effect receives, in order.
  func next(_ count: Int) async -> [Int] {
    var found: [Int] = []
    for await value in values.stream.prefix(count) { found.append(value) }
    return found
  }

  let source = Source()
  let values = AsyncStream.makeStream(of: Int.self)

  @Test func itActsOnEachChangeAndNotOnTheFirstValue() async {
    let effect = Effect.onChange(of: { source.value }) { values.continuation.yield($0) }
    source.value = 1
    #expect(await next(1) == [1])
    source.value = 2
    #expect(await next(1) == [2])
    effect.cancel()
    await effect.completion
  }

  @Test func itActsOnTheFirstValueIfAsked() async {
    let effect = Effect.onChange(of: { source.value }, initial: true) { values.continuation.yield($0) }
    source.value = 1
    #expect(await next(2) == [0, 1])
    effect.cancel()
    await effect.completion
  }

  @Test func anEqualValueIsNotAChange() async {
    let reads = AsyncStream.makeStream(of: Void.self)
    let effect = Effect.onChange(of: { (reads.continuation.yield(), source.value / 10).1 }) {
      values.continuation.yield($0)
    }
    source.value = 5
    for await _ in reads.stream.prefix(2) {}
    source.value = 10
    #expect(await next(1) == [1])
    effect.cancel()
    await effect.completion
  }

  @Test func changesDuringTheWorkCauseOneRun() async {
    let effect = Effect.onChange(of: { source.value }) { value in
      values.continuation.yield(value)
      if value == 1 { for next in [7, 8, 9] { source.value = next } }
    }
    source.value = 1
    #expect(await next(2) == [1, 9])
    effect.cancel()
    await effect.completion
  }

  @Test func itDoesNothingMoreOnceItIsCancelled() async {
    let effect = Effect.onChange(of: { source.value }) { _ in Issue.record("a cancelled effect acted") }
    source.value = 1
    effect.cancel()
    await effect.completion
  }

  @Test func nothingOfItStaysWhenItHasEnded() async {
    final class Held {}
    var held: Held? = Held()
    weak let remains = held
    let effect = Effect.onChange(of: { [held] in (source.value, held).0 }) { [held] _ in withExtendedLifetime(held) {} }
    held = nil
    effect.cancel()
    await effect.completion
    #expect(remains == nil, "also while what it has read does not change")
  }
}
