import Testing

@testable import SVVS

/// The methods of an observable dictionary, and the dependents that a change notifies.
@MainActor
struct ObservableDictionaryTests {
  let dictionary = ObservableDictionary(["a": 1, "b": 2])

  /// The numbers of notifications of three observers that a change causes: one reads the value of `a`, one the keys,
  /// and one all values.
  func notifications(of change: (ObservableDictionary<String, Int>) -> Void) -> [Int] {
    let observers = [CountingObserver(), CountingObserver(), CountingObserver()]
    observers[0].read { _ = dictionary["a"] }
    observers[1].read { _ = dictionary.keys }
    observers[2].read { _ = dictionary.values }
    change(dictionary)
    return observers.map(\.notificationCount)
  }

  @Test func aChangedValueNotifiesItsDependentsAndThoseOfAllValues() {
    #expect(notifications { $0["a"] = 3 } == [1, 0, 1])
    #expect(notifications { $0["b"] = 3 } == [0, 0, 1])
    #expect(notifications { $0["b", default: 0] += 3 } == [0, 0, 1])
  }

  @Test func aNewOrRemovedKeyNotifiesTheDependentsOfTheKeys() {
    #expect(notifications { $0["c"] = 3 } == [0, 1, 1])
    #expect(notifications { $0["a"] = nil } == [1, 1, 1])
    #expect(notifications { $0.removeValue(forKey: "b") } == [0, 1, 1])
    #expect(notifications { $0["b", default: 0] += 3 } == [0, 1, 1])
    #expect(notifications { $0.removeAll() } == [0, 1, 1])
  }

  @Test func theRemovalOfAMissingKeyNotifiesNobody() {
    #expect(notifications { $0.removeValue(forKey: "c") } == [0, 0, 0])
  }

  @Test func removingAllNotifiesTheDependentsOfEachKey() {
    #expect(notifications { $0.removeAll() } == [1, 1, 1])
    #expect(dictionary.isEmpty)
  }

  @Test func aReadDependsOnTheKeysOrOnAllValues() {
    let reads: [(read: @MainActor (ObservableDictionary<String, Int>) -> Void, dependsOnValues: Bool)] = [
      ({ _ = $0.count }, false), ({ _ = $0.isEmpty }, false), ({ _ = $0.keys.sorted() }, false),
      ({ _ = $0.values.sorted() }, true), ({ _ = $0.makeIterator() }, true), ({ _ = $0.map(\.key) }, true),
      ({ _ = $0.contains { $0.value == 3 } }, true),
    ]
    for (number, (read, dependsOnValues)) in reads.enumerated() {
      let observer = CountingObserver()
      observer.read { read(dictionary) }
      dictionary["a"] = 7
      #expect(observer.notificationCount == (dependsOnValues ? 1 : 0), "read \(number)")
      dictionary["\(number)"] = 7
      #expect(observer.notificationCount == 1, "read \(number)")
    }
  }

  @Test func readingWithADefaultDependsOnTheKeyOnly() {
    let observer = CountingObserver()
    observer.read { #expect(dictionary["c", default: 7] == 7) }
    dictionary["a"] = 3
    #expect(observer.notificationCount == 0)
    dictionary["c"] = 3
    #expect(observer.notificationCount == 1)
    #expect(dictionary["c", default: 7] == 3)
  }

  @Test func aDictionaryCanBeChangedWhileItIsIterated() {
    for (key, value) in dictionary { dictionary[key + key] = dictionary.removeValue(forKey: key).map { $0 + value } }
    #expect(Dictionary(dictionary.map { ($0, $1) }) { $1 } == ["aa": 2, "bb": 4])
  }

  @Test func aRemovedValueIsReturned() {
    #expect(dictionary.removeValue(forKey: "a") == 1)
    #expect(dictionary.removeValue(forKey: "a") == nil)
    #expect(Array(dictionary.keys) == ["b"])
    #expect(dictionary.count == 1)
  }
}
