import Testing

@testable import SVVS

/// The notifications of computations, and the removal of their dependencies.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct DependencyTests {
  @MainActor @Store
  final class Number {
    var value = 0
    var other = 0
  }

  @Test func thousandsOfDependentsOfOnePropertyAreNotifiedOnceEach() {
    let number = Number()
    let observers = (0..<5_000).map { _ in CountingObserver() }
    for observer in observers { observer.read { _ = number.value } }
    // Every second observer is removed from the middle of the list of dependents.
    for index in stride(from: 0, to: observers.count, by: 2) { observers[index].end() }
    for value in 1...3 { number.value = value }
    #expect(observers.indices.allSatisfy { observers[$0].notificationCount == $0 % 2 })
    for observer in observers { observer.read { _ = number.value } }
    number.value = 4
    #expect(observers.indices.allSatisfy { observers[$0].notificationCount == 1 + $0 % 2 })
  }

  @Test func aComputationThatReadsOtherPropertiesEachTimeIsNotifiedOfTheLast() {
    let numbers = (0..<7).map { _ in Number() }
    let observer = CountingObserver()
    for turn in 0..<100 {
      // Up to five neighbouring numbers, every second time in reverse order.
      let read = (0...turn % 5).map { (turn + (turn % 2 == 0 ? $0 : 10 - $0)) % 7 }
      observer.read { for index in read { _ = numbers[index].value } }
      for index in numbers.indices where !read.contains(index) { numbers[index].value += 1 }
      #expect(observer.notificationCount == 0, "a property that was not read again is not a dependency")
      numbers[read[turn % read.count]].value += 1
      #expect(observer.notificationCount == 1)
      observer.reset()
    }
  }

  @Test func aPropertyThatIsReadTwiceNotifiesOnce() {
    let number = Number()
    let observer = CountingObserver()
    observer.read { for _ in 0..<1_000 { _ = number.value + number.other } }
    number.value = 1
    #expect(observer.notificationCount == 1)
  }

  @Test func aComputationWithinAComputationHasItsOwnDependencies() {
    let (first, second) = (Number(), Number())
    let (inner, outer) = (CountingObserver(), CountingObserver())
    outer.read {
      _ = first.value
      inner.read { _ = second.value }
      _ = first.other
    }
    second.value = 1
    #expect((outer.notificationCount, inner.notificationCount) == (0, 1))
    first.other = 1
    #expect((outer.notificationCount, inner.notificationCount) == (1, 1))
  }

  @Test func aChangeByADependentNotifiesTheOthersAndKeepsTheDependency() {
    let number = Number()
    let (writer, other) = (CountingObserver(), CountingObserver())
    other.read { _ = number.value }
    writer.read {
      _ = number.value
      number.value += 1
    }
    #expect((writer.notificationCount, other.notificationCount) == (0, 1))
    number.value += 1
    #expect((writer.notificationCount, other.notificationCount) == (1, 1))
  }

  @Test func aRemovedDependencyLeavesThePropertyWithoutDependents() {
    let table = PropertyTable.make(count: 1)
    let observer = CountingObserver()
    observer.read { TrackingPass.add(table[0]) }
    #expect(table.isObserved)
    observer.read {}
    #expect(!table.isObserved, "a dependency that was not read again")
    observer.read { TrackingPass.add(table[0]) }
    observer.end()
    #expect(!table.isObserved, "dependencies that were removed")
    do {
      let released = CountingObserver()
      released.read { TrackingPass.add(table[0]) }
    }
    #expect(!table.isObserved, "an observer that was released")
    #expect(!TrackingPass.isActive)
  }
}
