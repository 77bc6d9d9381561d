import SVVS
import StateProtocol
import Testing

@testable import StateServer

/// A view with one subscription, whose snapshots and changes a test reads.
@MainActor
final class ObservedView {
  let subscription: Subscription
  let view: View
  private let notices = Notices(scheduler: NoTurns(), staleStateCheck: StaleStateCheck(report: nil))
  private let sender: LoneOutbox

  private final class Notices: Turn {
    private(set) var count = 0

    override func changed(_ subscription: Subscription) { count += 1 }
  }

  init<State: ViewState>(_ state: State, delivery: Delivery = .properties) {
    sender = LoneOutbox(turn: notices)
    let session = Session(
      "default", makeState: { _, _ in preconditionFailure("opens no view") },
      endings: Endings(timeout: .zero) {}, counting: SubscriptionCount())
    view = View(
      id: "v", number: 1, session: session, params: .empty, interface: State.interface, state: state, openedAfter: 0)
    subscription = Subscription(to: view, delivery: delivery, outbox: sender.outbox)
  }

  /// The number of notifications that the subscription may have changed.
  var noticeCount: Int { notices.count }

  /// The state of a snapshot.
  func snapshot() -> String {
    var writer = JSONWriter()
    ShownState(subscription: subscription, commit: 0).encode(to: &writer)
    return writer.description
  }

  /// The members of a change without the view and the commit; an empty object if there is no change.
  func changes() -> String {
    guard subscription.refresh() else { return "{}" }
    var writer = JSONWriter()
    subscription.writeChanges(commit: 0, to: &writer)
    return "{" + writer.description.dropFirst(#"{"view":"v","from":0,"#.count)
  }

  /// Sets properties, as `view/set` does.
  func set(_ properties: String) throws {
    try view.interface.assignment(of: JSONValue(parsing: properties), to: view.state)()
  }

  /// Decodes the arguments of a call.
  func prepare(_ action: String, _ params: String?) throws {
    let index = try #require(view.interface.actionIndices[action])
    _ = try view.interface.prepare(index, params.map { try JSONValue(parsing: $0) }, of: view.state)
  }

  func refresh() -> Bool { subscription.refresh() }

  func end() {
    subscription.end()
    _ = view.leave(.shutdown)
  }
}
