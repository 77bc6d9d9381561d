import Testing

@testable import SVVS

/// The methods and algorithms of an observable array, and the changes that it records.
@MainActor
struct ObservableArrayTests {
  let array = ObservableArray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

  /// Expects that a method changes the array as it changes a plain array, and that only these differences are recorded:
  /// of each, the index, the old elements and the new elements.
  func expect(
    _ differences: [(Int, [Int], [Int])], by change: (ObservableArray<Int>) -> Void,
    as plainChange: (inout [Int]) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var plain = array.current
    plainChange(&plain)
    let changes = array.follow()
    change(array)
    let recorded = changes.differences(in: array.current)
    #expect(array.current == plain, sourceLocation: sourceLocation)
    #expect(
      recorded.map { "\(($0.start, $0.old, $0.new))" } == differences.map { "\($0)" }, sourceLocation: sourceLocation)
    array.remove(changes)
  }

  @Test func appendingRecordsTheNewElements() {
    expect([(10, [], [5])], by: { $0.append(5) }, as: { $0.append(5) })
    expect([(11, [], [6, 7])], by: { $0.append(contentsOf: 6...7) }, as: { $0.append(contentsOf: 6...7) })
  }

  @Test func elementsOfTheArrayItselfCanBeAppended() {
    expect(
      [(10, [], [0, 2, 4, 6, 8])], by: { $0.append(contentsOf: $0.lazy.filter { $0.isMultiple(of: 2) }) },
      as: { $0.append(contentsOf: $0.filter { $0.isMultiple(of: 2) }) })
  }

  @Test func insertingRecordsTheNewElements() {
    expect([(4, [], [5])], by: { $0.insert(5, at: 4) }, as: { $0.insert(5, at: 4) })
    expect([(0, [], [6, 7])], by: { $0.insert(contentsOf: 6...7, at: 0) }, as: { $0.insert(contentsOf: 6...7, at: 0) })
  }

  @Test func replacingRecordsTheRange() {
    expect([(3, [3, 4], [-1])], by: { $0.replaceSubrange(3..<5, with: [-1]) }, as: { $0[3..<5] = [-1] })
    expect([(0, [0], [7])], by: { $0[0] += 7 }, as: { $0[0] += 7 })
  }

  @Test func removingRecordsTheRange() {
    expect([(2, [2], [])], by: { $0.remove(at: 2) }, as: { $0.remove(at: 2) })
    expect([(0, [0], [])], by: { $0.removeFirst() }, as: { $0.removeFirst() })
    expect([(7, [9], [])], by: { $0.removeLast() }, as: { $0.removeLast() })
    expect([(1, [3, 4, 5], [])], by: { $0.removeSubrange(1..<4) }, as: { $0.removeSubrange(1..<4) })
    expect([(0, [1, 6, 7, 8], [])], by: { $0.removeAll() }, as: { $0.removeAll() })
  }

  @Test func removingByAPredicateRecordsEachRun() {
    expect(
      [(0, [0, 1], []), (2, [4], []), (4, [7], [])], by: { $0.removeAll { [0, 1, 4, 7].contains($0) } },
      as: { $0.removeAll { [0, 1, 4, 7].contains($0) } })
  }

  @Test func aRemovedElementIsReturned() {
    #expect(array.remove(at: 3) == 3)
    #expect(array.removeFirst() == 0)
    #expect(array.removeLast() == 9)
  }

  @Test func everyReadDependsOnTheElements() {
    let reads: [@MainActor (ObservableArray<Int>) -> Void] = [
      { _ = $0.count }, { _ = $0.isEmpty }, { _ = $0.first }, { _ = $0.last }, { _ = $0[3] }, { _ = $0[2..<4] },
      { _ = $0.indices }, { _ = $0.makeIterator() }, { _ = $0.map(\.self) }, { _ = Array($0.reversed()) },
      { _ = $0.contains(3) }, { _ = Array($0) }, { _ = $0.elements },
    ]
    for (number, read) in reads.enumerated() {
      let observer = CountingObserver()
      observer.read { read(array) }
      array[5] += 1
      #expect(observer.notificationCount == 1, "read \(number)")
    }
  }

  @Test func iteratorsAndSlicesAreCopies() {
    let slice = array[2..<4]
    for element in array { array.insert(element, at: 0) }
    #expect(slice == [2, 3])
    #expect(array.count == 20)
    #expect(array.prefix(2) == [9, 8])
  }
}
