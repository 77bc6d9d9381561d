import SVVS
import Testing

/// The values that are shown until they have been sent.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct OptimisticValuesTests {
  struct Refused: Error {}

  let values = OptimisticValues<String, Int>()

  @Test func aValueIsShownUntilItHasBeenSent() async {
    let signal = Signal()
    let effect = values.set(1, for: "a") { await signal.fired }
    #expect(values.values == ["a": 1] && values.sending.isRunning)
    signal.fire()
    await effect.completion
    #expect(values.values == [:] && !values.sending.isRunning && values.sending.error == nil)
  }

  @Test func aRefusedValueIsRemovedAndItsErrorRemains() async {
    let signal = Signal()
    let effect = values.set(1, for: "a") {
      await signal.fired
      throw Refused()
    }
    signal.fire()
    await effect.completion
    #expect(values.values == [:] && values.sending.error is Refused)
  }

  @Test func valuesOfOneKeyAreSentInOrderAndTheLastIsShown() async throws {
    let signals = (0...2).map { _ in Signal() }
    var sent: [Int] = []
    let effects = signals.enumerated().map { number, signal in
      values.set(number, for: "a") {
        sent.append(number)
        await signal.fired
        if number == 0 { throw Refused() }
      }
    }
    for (number, signal) in signals.enumerated() {
      #expect(sent == Array(0...number) && values.values == ["a": 2])
      signal.fire()
      await effects[number].completion
      while number < 2, sent.count < number + 2 {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    #expect(values.values == [:])
  }

  @Test func keysDoNotWaitForEachOther() async {
    let effects = ["a", "b"].map { key in values.set(1, for: key) { await Signal().fired } }
    await values.set(2, for: "c") {}.completion
    #expect(values.values == ["a": 1, "b": 1])
    for effect in effects {
      effect.cancel()
      await effect.completion
    }
    #expect(values.values == [:])
  }

  @Test func aValueThatIsCancelledBeforeItsTurnIsNotSent() async {
    let signal = Signal()
    var sent: [Int] = []
    let effects = (1...3).map { number in
      values.set(number, for: "a") {
        await signal.fired
        if !Task.isCancelled { sent.append(number) }
      }
    }
    effects[1].cancel()
    signal.fire()
    for effect in effects { await effect.completion }
    #expect(sent == [1, 3], "the first value is not cancelled with the second")
    #expect(values.values == [:] && values.sending.error == nil)
  }

  @Test func valuesAreRemovedWhenTheirScopeFinishes() async {
    let scope = EffectScope()
    scope.open()
    for number in 1...3 { scope.add(values.set(number, for: "a") { await Signal().fired }) }
    scope.finish()
    await scope.ended
    #expect(values.values == [:])
    await values.set(4, for: "a") { #expect(values.values == ["a": 4]) }.completion
  }

  @Test func theValueOfAKeyThatWasRemovedFromTheStoreIsRefusedAndRemoved() async {
    let store = ObservableDictionary<String, Int>()
    store["a"] = 0
    let signal = Signal()
    let effect = values.set(1, for: "a") {
      await signal.fired
      guard store["a"] != nil else { throw Refused() }
      store["a"] = 1
    }
    store["a"] = nil
    #expect(values.values == ["a": 1])
    signal.fire()
    await effect.completion
    #expect(values.values == [:] && store["a"] == nil && values.sending.error is Refused)
  }

  @Test func aCancelledTaskSetsNoValue() async {
    let task = Task.immediate {
      await Signal().fired
      await values.set(1, for: "a") {}.completion
      #expect(values.values == [:])
    }
    task.cancel()
    await task.value
  }
}
