import JSON
import SVVS
import Testing

/// What the observer of a view's state notices, and what it writes.
@MainActor
struct ObservationTests {
  @MainActor @Observable
  final class Store {
    var title = "One"
    let users = ObservableDictionary<String, String>()
  }

  @MainActor @Observable @ViewState("page")
  final class PageViewState {
    var title: String { store.title }
    var user: String? { store.users["a"] }
    private(set) var taps = 0
    var text = ""
    @WriteOnly var secret = ""

    private let store: Store

    init(store: Store) { self.store = store }

    @Action func tap(times: Int = 1) { taps += times }
  }

  let store = Store()
  let observer: StateObserver<PageViewState>

  init() {
    observer = StateObserver(PageViewState(store: store))
    _ = snapshot()
  }

  func snapshot() -> String {
    var writer = JSONWriter()
    writer.object { observer.writeSnapshot(to: &$0) }
    return writer.description
  }

  func changes() -> String {
    var writer = JSONWriter()
    writer.object { _ = observer.writeChanges(to: &$0) }
    return writer.description
  }

  func set(_ properties: String) throws {
    if try observer.assignment(of: JSON(parsing: properties))() { _ = observer.readUnnoticed() }
  }

  @Test func aSnapshotHasEveryReadableProperty() {
    #expect(snapshot() == #"{"title":"One","user":null,"taps":0,"text":""}"#)
  }

  @Test func onlyWhatDiffersIsWritten() {
    store.title = "Two"
    #expect(changes() == #"{"changes":{"title":"Two"}}"#)
    #expect(changes() == "{}")
    store.title = "Three"
    store.title = "Two"
    #expect(changes() == "{}", "a value that came back is no change")
  }

  @Test func whatChangedBackWasToldAlready() {
    store.title = "Two"
    #expect(observer.refresh())
    store.title = "One"
    #expect(!observer.refresh())
    #expect(changes() == "{}")
  }

  @Test func aSignalNamesWhatChanged() {
    observer.delivery = .signal
    store.title = "Two"
    store.users["a"] = "User A"
    #expect(changes() == #"{"changed":["title","user"]}"#)
  }

  @Test func aPatchReachesFromWhatWasToldLast() {
    observer.delivery = .patch
    for title in ["Two", "Three"] {
      store.title = title
      #expect(observer.refresh())
    }
    #expect(changes() == #"{"patch":[{"op":"replace","path":"/title","value":"Three"}]}"#)
  }

  @Test func changesAreWrittenInTheOrderOfTheDeclaration() throws {
    try set(#"{"text":"x"}"#)
    store.users["a"] = "User A"
    store.title = "Two"
    #expect(changes() == #"{"changes":{"title":"Two","user":"User A","text":"x"}}"#)
  }

  @Test func aSnapshotCountsAsTold() {
    store.title = "Two"
    #expect(snapshot().hasPrefix(#"{"title":"Two""#))
    #expect(changes() == "{}")
  }

  @Test func aChangeOfAnotherKeyIsNotNoticed() {
    var notices = 0
    observer.becameDirty = { notices += 1 }
    store.users["b"] = "User B"
    #expect(notices == 0)
    store.users["a"] = "User A"
    #expect(notices == 1)
  }

  @Test func eachPropertyIsNoticedOnceUntilItIsReadAgain() {
    var notices = 0
    observer.becameDirty = { notices += 1 }
    store.users["a"] = "User A"
    let first = notices
    store.users["a"] = "User a"
    #expect(first > 0 && notices == first)
    _ = changes()
    store.users["a"] = "User A"
    #expect(notices == 2 * first)
  }

  @Test(
    arguments: [
      (#"{"title":"x"}"#, "/title is read-only"),
      (#"{"taps":1}"#, "/taps is read-only"),
      (#"{"text":1}"#, "/text must be a string, not an integer"),
      (#"{"nothing":1}"#, "/nothing is no property of this view"),
      (#"{"text":"new","secret":7}"#, "/secret must be a string, not an integer"),
      ("[]", "must be an object, not an array"),
    ])
  func aWrongAssignmentIsRefusedWhole(properties: String, message: String) {
    #expect {
      try set(properties)
    } throws: { error in
      "\(error)" == message
    }
    #expect(changes() == "{}")
  }

  @Test func aWriteOnlyPropertyIsSetAndNeverShown() throws {
    try set(#"{"secret":"s"}"#)
    #expect(changes() == "{}")
    #expect(!snapshot().contains(#""s""#))
  }

  @Test(
    arguments: [
      (#"{"times":"x"}"#, "/times must be an integer, not a string"),
      (#"{"view":"v","ifCommit":1,"other":2}"#, "/other is no argument of this action"),
    ])
  func aWrongArgumentIsRefused(params: String, message: String) throws {
    let arguments = ActionArguments(try JSON(parsing: params))
    #expect {
      try observer.prepare("tap", arguments)
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test func anUnknownActionIsRefused() {
    #expect(throws: JSONDecodingError.self) { try observer.prepare("jump", ActionArguments(nil)) }
  }

  @Test func aDifferenceIsNoticedBeforeItIsWritten() {
    #expect(!observer.refresh())
    store.title = "Two"
    #expect(observer.refresh())
    #expect(changes() == #"{"changes":{"title":"Two"}}"#)
    #expect(!observer.refresh())
  }

  @Test func anEndedObserverFollowsNothingAndKeepsNothing() {
    weak var state: PageViewState?
    let ended: StateObserver<PageViewState>
    do {
      let page = PageViewState(store: store)
      state = page
      ended = StateObserver(page)
    }
    var writer = JSONWriter()
    writer.object { ended.writeSnapshot(to: &$0) }
    ended.becameDirty = { Issue.record("an ended observer was told of a change") }
    ended.end()
    #expect(state == nil)
    store.title = "Two"
  }

  @Test func anEndedObserverOfWhatChangesOftenIsNotKept() {
    weak var known: StateObserver<PageViewState>?
    do {
      let ended = StateObserver(PageViewState(store: store))
      known = ended
      var writer = JSONWriter()
      writer.object { ended.writeSnapshot(to: &$0) }
      for number in 0..<50 {
        store.title = "\(number)"
        #expect(ended.refresh())
      }
      ended.end()
    }
    #expect(known == nil)
    store.title = "Two"
  }

  @Test(arguments: [true, false])
  func propertiesThatAreFollowedApartTellOfTheFirstChangeOfEach(followsApart: Bool) throws {
    let observer = StateObserver(PageViewState(store: store))
    observer.followsApart = followsApart
    var writer = JSONWriter()
    writer.object { observer.writeSnapshot(to: &$0) }
    var count = 0
    observer.becameDirty = { count += 1 }
    store.title = "Two"
    _ = try observer.assignment(of: JSON(parsing: #"{"text":"typed"}"#))()
    #expect(count == (followsApart ? 2 : 1))
    writer.removeAll()
    writer.object { _ = observer.writeChanges(to: &$0) }
    #expect(writer.description == #"{"changes":{"title":"Two","text":"typed"}}"#)
  }
}
