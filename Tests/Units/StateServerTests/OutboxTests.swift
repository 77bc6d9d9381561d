import JSON
import SVVS
import StateProtocol
import Testing

@testable import SVVSTesting
@testable import StateServer

/// The messages of an outbox without a connection: their order, their commits and their end.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct OutboxTests {
  @MainActor @ViewState("text")
  final class TextViewState {
    var text = ""
    var length: Int {
      readCount += 1
      return text.utf8.count
    }
    @ObservationIgnored private(set) var readCount = 0
  }

  private let first = LoneOutbox()
  private let session = Session(
    "s", keep: 0, makeState: { _, _ in preconditionFailure("opens no view") }, endings: Endings(timeout: .zero) {},
    counting: SubscriptionCount())
  /// Calls name a connection, which takes no part.
  private let caller = TestHost(CounterApp()).connect(InProcessTransport())
  private var outbox: Outbox { first.outbox }

  private func call(_ id: Int, in batch: Batch? = nil) -> Call {
    Call("add", id: .integer(Int64(id)), batch: batch, from: caller)
  }

  private func makeView(_ id: ExactString, number: Int = 1, of state: TextViewState = TextViewState()) -> View {
    View(
      id: id, number: number, session: session, params: .empty, interface: TextViewState.interface, state: state,
      openedAfter: 0)
  }

  /// Shows a view to a client, which reads its state.
  @discardableResult
  private func show(_ view: View, on other: LoneOutbox? = nil) -> Subscription {
    let shown = other ?? first
    let subscription = shown.outbox.show(view, delivery: .properties)
    shown.outbox.append(.opened(subscription), to: call(0))
    _ = send(on: shown)
    return subscription
  }

  /// Shows a view to a client, which reads its state.
  private func showText(_ id: ExactString = "a", number: Int = 1, on other: LoneOutbox? = nil) -> TextViewState {
    let state = TextViewState()
    show(makeView(id, number: number, of: state), on: other)
    return state
  }

  /// Ends the turn, and returns what was sent: the views, commits and texts of changes, the ids and commits of replies,
  /// and the views of updates.
  private func send(on other: LoneOutbox? = nil) -> [String] {
    let sender = other ?? first
    sender.turn.turnEnded()
    return sender.takeLines().map { line in
      guard let message = try? JSONValue(parsing: line) else { return line }
      guard let params = message["params"] else {
        let replies = message.kind == .array ? message.elements : [message]
        return replies.map {
          "\($0["id"]?.description ?? "-") at \($0["result"]?["commit"]?.description ?? "-")"
        }.joined(separator: ", ")
      }
      let names = { (views: JSONValue?) in (views?.elements ?? []).map { ($0["view"] ?? $0).string ?? "-" } }
      guard let views = params["views"] else {
        return "opened \(names(params["opened"])) closed \(names(params["closed"]))"
      }
      let texts = views.elements.map {
        "\($0["view"]?.string ?? "-") from \($0["from"]?.description ?? "-") \($0["changes"]?["text"]?.string ?? "-")"
      }
      return "\(texts.joined(separator: ", ")) at \(params["commit"]?.description ?? "-")"
    }
  }

  // MARK: - Order

  @Test func changesPrecedeRepliesThatWereQueuedBefore() {
    let state = showText()
    outbox.append(.committed, to: call(1))
    state.text = "x"
    outbox.append(.committed, to: call(2))
    #expect(send() == ["a from 0 x at 1", "1 at 1", "2 at 1"])
    #expect(send() == [])
  }

  @Test func changesAreInTheOrderInWhichTheViewsWereOpened() {
    let (a, b) = (showText("a", number: 1), showText("b", number: 2))
    b.text = "y"
    a.text = "x"
    #expect(send() == ["a from 0 x, b from 0 y at 1"])
  }

  @Test func aValueThatWasChangedBackIsNotACommit() {
    let state = showText()
    (state.text, state.text) = ("x", "")
    outbox.append(.committed, to: call(1))
    #expect(send() == ["1 at 0"])
  }

  @Test func updatesAndRepliesAreInTheOrderInWhichTheyWereQueued() {
    outbox.append(.committed, to: call(1))
    outbox.update(of: session).opened(outbox.show(makeView("b"), delivery: .properties))
    outbox.append(.committed, to: call(2))
    #expect(send() == ["1 at 0", #"opened ["b"] closed []"#, "2 at 0"])
  }

  @Test func laterViewsAreInTheUpdateThatWaitsUnlessAReplyWasQueuedInBetween() {
    func open(_ id: ExactString, _ number: Int) {
      outbox.update(of: session).opened(outbox.show(makeView(id, number: number), delivery: .properties))
    }
    open("a", 1)
    open("b", 2)
    outbox.append(.committed, to: call(1))
    open("c", 3)
    #expect(send() == ["1 at 0", #"opened ["a", "b", "c"] closed []"#])
  }

  @Test func aViewThatAReplyClosesSendsItsLastChangesBefore() {
    let state = TextViewState()
    let view = makeView("a", of: state)
    let subscription = show(view)
    state.text = "x"
    outbox.append(.closed([subscription]), to: call(1))
    #expect(outbox.endedCount == 1)
    #expect(view.subscriptions.count == 1)
    #expect(send() == ["a from 0 x at 1", "1 at 1"])
    #expect(view.subscriptions.isEmpty && outbox.endedCount == 0)
  }

  @Test func aViewThatOthersCloseIsClosedAfterItsLastChangesAndReplies() {
    let state = TextViewState()
    let view = makeView("a", of: state)
    show(view)
    state.text = "x"
    outbox.append(.committed, to: call(1))
    outbox.closed(view)
    #expect(!outbox.views.contains("a"))
    #expect(view.subscriptions.count == 1)
    #expect(send() == ["a from 0 x at 1", "1 at 1", #"opened [] closed ["a"]"#])
    #expect(view.subscriptions.isEmpty)
  }

  @Test func aViewThatOthersCloseBeforeItsOpeningIsSentIsNotMentioned() {
    let view = makeView("a")
    outbox.update(of: session).opened(outbox.show(view, delivery: .properties))
    outbox.closed(view)
    #expect(view.subscriptions.isEmpty)
    #expect(send() == ["opened [] closed []"])
  }

  // MARK: - Clients that do not read

  @Test func whileAClientDoesNotReadChangesAreMergedAndNothingIsReadAgain() {
    let state = showText()
    let readCount = state.readCount
    first.transport.block()
    for number in 1...100 {
      state.text = "\(number)"
      outbox.append(.committed, to: call(number))
      #expect(send() == [])
    }
    #expect(state.readCount == readCount)
    _ = first.transport.unblock()
    first.turn.add(outbox)
    #expect(send() == ["a from 0 100 at 1"] + (1...100).map { "\($0) at 1" })
  }

  @Test func aCommitHasOneNumberAndIsSentWhenEachClientReads() {
    let second = LoneOutbox(turn: first.turn)
    let state = TextViewState()
    let view = makeView("a", of: state)
    show(view)
    show(view, on: second)
    state.text = "x"
    #expect(send() == ["a from 0 x at 1"])
    #expect(send(on: second) == ["a from 0 x at 1"])
    second.transport.block()
    for text in ["y", "z"] {
      state.text = text
      first.turn.turnEnded()
    }
    #expect(send() == ["a from 1 y at 2", "a from 2 z at 3"])
    _ = second.transport.unblock()
    first.turn.add(second.outbox)
    #expect(send(on: second) == ["a from 1 z at 3"], "nothing has changed since the first was sent it")
  }

  @Test func changesOfAViewThatOnlyASlowClientShowsAreALaterCommit() {
    let second = LoneOutbox(turn: first.turn)
    let (state, other) = (showText("a"), TextViewState())
    let view = makeView("b", number: 2, of: other)
    show(view, on: second)
    second.transport.block()
    other.text = "y"
    state.text = "x"
    #expect(send() == ["a from 0 x at 1"])
    first.turn.run(call(1), on: view) { other.text = "z" }
    first.turn.turnEnded()
    _ = second.transport.unblock()
    first.turn.add(second.outbox)
    #expect(send(on: second) == ["b from 0 z at 2"])
  }

  @Test func tooManyUnreadRepliesAreReported() {
    var limits = ServerLimits()
    limits.unreadBytes = 1_000
    let sender = LoneOutbox(limits: limits)
    var sizes: [Int] = []
    sender.outbox.overflowed = { sizes.append($0) }
    let name = ExactString(String(repeating: "i", count: 600))
    for number in 1...3 {
      if number == 2 { sender.transport.block() }
      sender.outbox.append(.null, to: Call("add", id: .string(name), batch: nil, from: caller))
      sender.turn.turnEnded()
    }
    #expect(sizes.count == 1 && sizes.allSatisfy { $0 > 1_200 }, "the client has read the first")
  }

  // MARK: - Batches

  @Test func aBatchIsAnsweredAtOnceWithTheCommitOfItsLastReply() {
    let state = showText()
    let batch = Batch(count: 2)
    outbox.append(.committed, to: call(1, in: batch))
    state.text = "x"
    #expect(send() == ["a from 0 x at 1"])
    outbox.append(.committed, to: call(3))
    outbox.append(.committed, to: call(2, in: batch))
    state.text = "y"
    #expect(send() == ["a from 1 y at 2", "3 at 2", "1 at 2, 2 at 2"])
  }

  @Test func aBatchIsFullUntilItIsAnswered() {
    var limits = ServerLimits()
    limits.unreadBytes = 100
    let sender = LoneOutbox(limits: limits)
    let batch = Batch(count: 2)
    sender.outbox.append(.committed, to: call(1, in: batch))
    #expect(!sender.outbox.isBatchFull)
    sender.outbox.append(.committed, to: call(2, in: batch))
    #expect(sender.outbox.isBatchFull)
    #expect(send(on: sender) == ["1 at 0, 2 at 0"])
    #expect(!sender.outbox.isBatchFull)
  }

  // MARK: - End

  @Test func discardedMessagesAreNotSentAndTheirViewsAreReleased() {
    let state = TextViewState()
    let view = makeView("a", of: state)
    let subscription = show(view)
    state.text = "x"
    outbox.append(.closed([subscription]), to: call(1))
    outbox.discard()
    #expect(send() == [])
    #expect(view.subscriptions.isEmpty)
  }

  @Test func aBatchIsDiscardedWithAReplyThatItWaitsFor() {
    weak var answered: Call?
    do {
      let batch = Batch(count: 2)
      let calls = (call(1, in: batch), call(2, in: batch))
      answered = calls.0
      outbox.append(.committed, to: calls.0)
      #expect(send() == [])
      outbox.append(.committed, to: calls.1)
      outbox.discard()
    }
    #expect(answered == nil)
  }

  @Test func anOutboxThatIsFrozenSendsWhatItHasWithOneNumber() {
    let second = LoneOutbox(turn: first.turn)
    let (state, other) = (TextViewState(), showText("b", number: 2, on: second))
    let subscription = show(makeView("a", of: state))
    first.transport.block()
    state.text = "x"
    first.turn.turnEnded()
    outbox.freeze()
    subscription.end()
    state.text = "y"
    other.text = "z"
    #expect(send(on: second) == ["b from 0 z at 2"])
    outbox.append(.committed, to: call(1))
    _ = first.transport.unblock()
    first.turn.add(outbox)
    #expect(send() == ["a from 0 x at 1", "1 at 1"])
  }

  @Test func theLastChangesOfAFrozenOutboxDoNotHideLaterChangesOfAView() {
    let second = LoneOutbox(turn: first.turn)
    let state = TextViewState()
    let view = makeView("a", of: state)
    let subscription = show(view)
    show(view, on: second)
    first.transport.block()
    state.text = "x"
    #expect(send(on: second) == ["a from 0 x at 1"])
    outbox.freeze()
    subscription.end()
    second.transport.block()
    state.text = "y"
    _ = first.transport.unblock()
    first.turn.add(outbox)
    #expect(send() == ["a from 0 x at 1"])
    _ = second.transport.unblock()
    first.turn.add(second.outbox)
    #expect(send(on: second) == ["a from 1 y at 2"])
    #expect(view.lastChange.commit == 2)
  }
}
