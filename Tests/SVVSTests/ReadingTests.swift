import Testing

@testable import SVVS

/// What readings are notified of, and what they leave behind.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ReadingTests {
  @MainActor @Store
  final class Number {
    var value = 0
    var other = 0
  }

  @Test func thousandsOfReadingsOfOnePropertyAreNotifiedOnceEach() {
    let number = Number()
    let readers = (0..<5_000).map { _ in Reader() }
    for reader in readers { reader.read { _ = number.value } }
    // Every second one leaves, from the middle of the property's list.
    for index in stride(from: 0, to: readers.count, by: 2) { readers[index].end() }
    for value in 1...3 { number.value = value }
    #expect(readers.indices.allSatisfy { readers[$0].noticeCount == $0 % 2 })
    for reader in readers { reader.read { _ = number.value } }
    number.value = 4
    #expect(readers.indices.allSatisfy { readers[$0].noticeCount == 1 + $0 % 2 })
  }

  @Test func aReadingThatReadsOthersEachTimeIsNotifiedOfTheLast() {
    let numbers = (0..<7).map { _ in Number() }
    let reader = Reader()
    for turn in 0..<100 {
      // So many, from there on, backwards every second time.
      let read = (0...turn % 5).map { (turn + (turn % 2 == 0 ? $0 : 10 - $0)) % 7 }
      reader.read { for index in read { _ = numbers[index].value } }
      for index in numbers.indices where !read.contains(index) { numbers[index].value += 1 }
      #expect(reader.noticeCount == 0, "what is read no more is not observed")
      numbers[read[turn % read.count]].value += 1
      #expect(reader.noticeCount == 1)
      reader.reset()
    }
  }

  @Test func aPropertyThatIsReadTwiceNotifiesOnce() {
    let number = Number()
    let reader = Reader()
    reader.read { for _ in 0..<1_000 { _ = number.value + number.other } }
    number.value = 1
    #expect(reader.noticeCount == 1)
  }

  @Test func aReadingWithinAReadingNotesWhatIsItsOwn() {
    let (first, second) = (Number(), Number())
    let (inner, outer) = (Reader(), Reader())
    outer.read {
      _ = first.value
      inner.read { _ = second.value }
      _ = first.other
    }
    second.value = 1
    #expect((outer.noticeCount, inner.noticeCount) == (0, 1))
    first.other = 1
    #expect((outer.noticeCount, inner.noticeCount) == (1, 1))
  }

  @Test func aChangeWhileItIsReadNotifiesTheOthersAndStaysObserved() {
    let number = Number()
    let (writer, other) = (Reader(), Reader())
    other.read { _ = number.value }
    writer.read {
      _ = number.value
      number.value += 1
    }
    #expect((writer.noticeCount, other.noticeCount) == (0, 1))
    number.value += 1
    #expect((writer.noticeCount, other.noticeCount) == (1, 1))
  }

  @Test func whatEndsLeavesThePropertyAsIfItWereNeverRead() {
    let table = PropertyTable.make(count: 1)
    let reader = Reader()
    reader.read { Pass.note(table[0]) }
    #expect(table.isObserved)
    reader.read {}
    #expect(!table.isObserved, "what was not read again")
    reader.read { Pass.note(table[0]) }
    reader.end()
    #expect(!table.isObserved, "a reading that has ended")
    do {
      let released = Reader()
      released.read { Pass.note(table[0]) }
    }
    #expect(!table.isObserved, "an observer that was released")
    #expect(!Pass.isGoingOn)
  }
}
