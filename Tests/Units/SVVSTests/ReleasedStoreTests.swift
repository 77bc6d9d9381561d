import Testing

@testable import SVVS

/// Stores that are released while they are observed.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ReleasedStoreTests {
  @MainActor @Store
  final class Number {
    var value = 0
  }

  /// A key that is a class instance, so that a test can detect when it is released.
  final class Token: Hashable, Sendable {
    static func == (one: Token, other: Token) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// An actor that holds stores, to release them outside of the main actor.
  actor Holder {
    private var numbers: [Number]

    init(numbers: [Number]) { self.numbers = numbers }

    func release() { numbers = [] }
  }

  let observer = CountingObserver()

  /// Expects that new stores, which may be at the addresses of released ones, notify only their own dependents.
  func expectNewStoresToBeObserved() {
    let numbers = (0..<100).map { _ in Number() }
    let others = numbers.map { number in
      let other = CountingObserver()
      other.read { _ = number.value }
      return other
    }
    observer.end()
    for number in numbers { number.value += 1 }
    #expect(others.allSatisfy { $0.notificationCount == 1 })
    #expect(observer.notificationCount == 0)
  }

  @Test func aReleasedStoreHasNoDependents() {
    do {
      let numbers = (0..<100).map { _ in Number() }
      observer.read { for number in numbers { _ = number.value } }
    }
    expectNewStoresToBeObserved()
  }

  @Test func aStoreThatIsReleasedWhileItIsReadHasNoDependents() {
    var numbers = (0..<100).map { _ in Number() }
    observer.read {
      for number in numbers { _ = number.value }
      numbers = []
    }
    expectNewStoresToBeObserved()
  }

  @Test func aStoreMayBeReleasedOnAnotherThread() async {
    var numbers = (0..<100).map { _ in Number() }
    weak let last = numbers.last
    observer.read { for number in numbers { _ = number.value } }
    let holder = Holder(numbers: numbers)
    numbers = []
    await holder.release()
    #expect(last == nil)
    expectNewStoresToBeObserved()
  }

  @Test func aReleasedDictionaryHasNoDependents() {
    do {
      let dictionary = ObservableDictionary<Int, Int>()
      observer.read { for key in 0..<100 { _ = dictionary[key] } }
    }
    expectNewStoresToBeObserved()
  }

  @Test func aDictionaryRemovesKeysWithoutDependents() {
    let dictionary = ObservableDictionary<Token, Int>()
    let kept = Token()
    observer.read { _ = dictionary[kept] }
    weak var first: Token?
    let passing = CountingObserver()
    for turn in 0..<1_000 {
      let token = Token()
      if turn == 0 { first = token }
      passing.read { _ = dictionary[token] }
    }
    #expect(first == nil)
    dictionary[kept] = 1
    #expect(observer.notificationCount == 1)
  }
}
