import SVVS
import Testing

/// A class whose properties are observed behaves like the same class with plain properties.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ObservedClassTests {
  @Test func anInitializerSetsWhatHasNoValue() {
    let facts = Facts<String>(required: "first")
    #expect(facts.required == "first")
    #expect(facts.optional == nil)
    facts.replace(with: "second")
    #expect(facts.required == "second")
  }

  @Test func settingInAnInitializerRunsNoObserver() {
    #expect(Facts(required: 0, watched: 5).log == [])
  }

  @Test func observersRunInOrderAroundAChange() {
    let facts = Facts(required: 0)
    facts.watched = 1
    facts.watched += 1
    #expect(
      facts.log == [
        "willSet from 0 to 1", "didSet from 0 to 1", "willSet from 1 to 2", "didSet from 1 to 2",
      ])
  }

  @Test func anEqualValueIsStoredAllTheSame() {
    let facts = Facts(required: 0)
    facts.edition = Edition(number: 1, note: "new")
    #expect(facts.edition.note == "new")
    facts.watched = 0
    #expect(facts.log == ["willSet from 0 to 0", "didSet from 0 to 0"])
  }

  @Test func aValueIsChangedInPlace() {
    let facts = Facts(required: Solitary())
    let isChangedInPlace = facts.required.isAlone()
    #expect(isChangedInPlace)
  }

  @Test func aFailedChangeInPlaceKeepsWhatItReached() {
    struct Fault: Error {}
    func fail(_ value: inout Int) throws(Fault) {
      value = 7
      throw Fault()
    }
    let facts = Facts(required: 0)
    #expect(throws: Fault.self) { try fail(&facts.required) }
    #expect(facts.required == 7)
  }

  @Test func otherDeclarationsStayAsTheyAre() {
    let facts = Facts(required: 0)
    var owner: EffectScope? = EffectScope()
    facts.owner = owner
    #expect(facts.owner === owner)
    owner = nil
    #expect(facts.owner == nil)
    facts.late += 1
    facts.twice = 8
    #expect((facts.late, facts.watched, facts.twice, facts.system, facts.default) == (1, 4, 8, "here", true))
  }

  @Test func eachWayToChangeAPropertyIsDetected() async {
    let facts = Facts(required: [0])
    let view = FactsViewState(facts: facts)
    let values = AsyncStream.makeStream(of: Int.self)
    let effect = Effect.onChange(of: { view.sum }, initial: true) { values.continuation.yield($0) }
    var found = values.stream.makeAsyncIterator()
    #expect(await found.next() == 0)
    facts.required = [1]
    #expect(await found.next() == 1)
    facts.required.append(2)
    #expect(await found.next() == 3)
    facts.watched = 10
    #expect(await found.next() == 13)
    view.offset = 100
    #expect(await found.next() == 113)
    effect.cancel()
    await effect.completion
  }
}

@MainActor @Store
private final class Facts<Fact> {
  var required: Fact
  var optional: Fact?
  var watched = 0 {
    willSet { log.append("willSet from \(watched) to \(newValue)") }
    didSet { log.append("didSet from \(oldValue) to \(watched)") }
  }
  var edition = Edition(number: 1, note: "old")
  var `default` = true
  weak var owner: EffectScope?
  lazy var late = 0
  var twice: Int {
    get { watched * 2 }
    set { watched = newValue / 2 }
  }
  #if os(nowhere)
    var system = 0
  #else
    var system = "here"
  #endif
  @ObservationIgnored var log: [String] = []

  init(required: Fact) { self.required = required }

  init(required: Fact, watched: Int) {
    self.watched = watched
    self.required = required
  }

  func replace(with fact: Fact) { required = fact }
}

@MainActor @ViewState("facts")
private final class FactsViewState {
  private let facts: Facts<[Int]>
  var offset = 0
  var sum: Int { facts.required.reduce(facts.watched + offset, +) }

  init(facts: Facts<[Int]>) { self.facts = facts }
}

/// A value that equals every other value with the same number.
private struct Edition: Equatable {
  let number: Int
  let note: String

  static func == (one: Edition, other: Edition) -> Bool { one.number == other.number }
}

/// A value that detects whether it is changed in place or as a copy.
private struct Solitary {
  private final class Reference {}
  private var reference = Reference()

  mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&reference) }
}
