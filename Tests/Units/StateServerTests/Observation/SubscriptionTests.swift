import JSON
import SVVS
import StateProtocol
import Testing

@testable import StateServer

/// The changes that a subscription to a view detects and writes.
@MainActor
struct SubscriptionTests {
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
  let view: ObservedView

  init() {
    view = ObservedView(PageViewState(store: store))
    _ = snapshot()
  }

  /// The same view, subscribed to with another delivery.
  func subscribed(_ delivery: Delivery) -> ObservedView {
    let view = ObservedView(PageViewState(store: store), delivery: delivery)
    _ = view.snapshot()
    return view
  }

  func snapshot() -> String { view.snapshot() }

  func changes() -> String { view.changes() }

  func set(_ properties: String) throws { try view.set(properties) }

  @Test func aSnapshotHasEveryReadableProperty() {
    #expect(snapshot() == #"{"title":"One","user":null,"taps":0,"text":""}"#)
  }

  @Test func onlyDifferentPropertiesAreWritten() {
    store.title = "Two"
    #expect(changes() == #"{"changes":{"title":"Two"}}"#)
    #expect(changes() == "{}")
    store.title = "Three"
    store.title = "Two"
    #expect(changes() == "{}", "a value that was changed back is not a change")
  }

  @Test func aRevertedChangeIsSentIfTheFirstChangeWasSent() {
    store.title = "Two"
    #expect(view.refresh())
    store.title = "One"
    #expect(!view.refresh())
    #expect(changes() == "{}")
  }

  @Test func aPatchBeginsAtTheLastSentState() {
    let view = subscribed(.patch)
    for title in ["Two", "Three"] {
      store.title = title
      #expect(view.refresh())
    }
    #expect(view.changes() == #"{"patch":[{"op":"replace","path":"/title","value":"Three"}]}"#)
  }

  @Test func changesAreWrittenInTheOrderOfTheDeclaration() throws {
    try set(#"{"text":"x"}"#)
    store.users["a"] = "User A"
    store.title = "Two"
    #expect(changes() == #"{"changes":{"title":"Two","user":"User A","text":"x"}}"#)
  }

  @Test func aSnapshotCountsAsSent() {
    store.title = "Two"
    #expect(snapshot().hasPrefix(#"{"title":"Two""#))
    #expect(changes() == "{}")
  }

  @Test func aChangeOfAnotherKeyIsNotNoticed() {
    store.users["b"] = "User B"
    #expect(view.noticeCount == 0)
    store.users["a"] = "User A"
    #expect(view.noticeCount == 1)
  }

  @Test func eachPropertyIsNoticedOnceUntilItIsReadAgain() {
    store.users["a"] = "User A"
    let first = view.noticeCount
    store.users["a"] = "User a"
    #expect(first > 0 && view.noticeCount == first)
    _ = changes()
    store.users["a"] = "User A"
    #expect(view.noticeCount == 2 * first)
  }

  @Test(
    arguments: [
      (#"{"title":"x"}"#, "/title is read-only"),
      (#"{"taps":1}"#, "/taps is read-only"),
      (#"{"text":1}"#, "/text must be a string, not an integer"),
      (#"{"nothing":1}"#, "/nothing is not a property of this view"),
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
      (#"{"view":"v","ifCommit":1,"other":2}"#, "/other is not an argument of this action"),
    ])
  func aWrongArgumentIsRefused(params: String, message: String) throws {
    #expect {
      try view.prepare("tap", params)
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test func aDifferenceIsNoticedBeforeItIsWritten() {
    #expect(!view.refresh())
    store.title = "Two"
    #expect(view.refresh())
    #expect(changes() == #"{"changes":{"title":"Two"}}"#)
    #expect(!view.refresh())
  }

  @Test func anEndedSubscriptionFollowsNothingAndKeepsNothing() {
    weak var state: PageViewState?
    let ended: ObservedView
    do {
      let page = PageViewState(store: store)
      state = page
      ended = ObservedView(page)
    }
    _ = ended.snapshot()
    ended.end()
    #expect(state == nil)
    store.title = "Two"
    #expect(ended.noticeCount == 0)
  }

  @Test func anEndedSubscriptionToAFrequentlyChangingStoreIsReleased() {
    weak var known: Subscription?
    do {
      let ended = ObservedView(PageViewState(store: store))
      known = ended.subscription
      _ = ended.snapshot()
      for number in 0..<50 {
        store.title = "\(number)"
        #expect(ended.refresh())
      }
      ended.end()
    }
    #expect(known == nil)
    store.title = "Two"
  }

  @Test func theFirstChangeOfEachPropertyIsNoticed() throws {
    store.title = "Two"
    try view.set(#"{"text":"typed"}"#)
    #expect(view.noticeCount == 2)
    #expect(view.changes() == #"{"changes":{"title":"Two","text":"typed"}}"#)
  }
}
