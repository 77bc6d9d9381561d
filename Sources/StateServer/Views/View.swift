import JSON
import SVVS
import StateProtocol

/// A view that is open: its state, and the calls that work on it. Who shows it has a ``Subscription``.
@MainActor
final class View {
  let id: ExactString
  /// Orders views by when they were opened.
  let number: Int
  let session: Session
  let type: ViewTypeDescription
  /// The names of the properties that front ends see, in their order.
  let readableNames: [String]

  /// The last commit that had a change of this view; opening it counts as one.
  private(set) var lastChange: Int
  /// The calls of this view that have not settled, oldest first.
  private(set) var calls: [Call] = []
  /// What closes the view; clients can use it no more then.
  private(set) var closing: Closing?
  /// Whether its opening could not be answered, so that it was closed at once.
  private(set) var isAbandoned = false
  /// Why the view was closed, once the reply that says so is on its way.
  private(set) var closed: CancellationReason?

  /// What it was opened with, for others in a shared session.
  let params: JSONObject

  private var state: (any HostedState)?
  /// What shows it.
  private(set) var subscriptions: [Subscription] = []
  /// Whether something may have changed since the last commit that had a change of this view.
  private(set) var mayHaveChanged = false

  init(
    id: ExactString, number: Int, session: Session, type: ViewTypeDescription, params: JSONObject,
    state: any HostedState, openedAfter commit: Int
  ) {
    self.id = id
    self.number = number
    self.session = session
    self.type = type
    self.params = params
    self.state = state
    readableNames = state.readableNames
    lastChange = commit
  }

  // MARK: - State

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { state?.effectScope }

  /// New records of the readable properties; none once the state was released.
  func makeRecords() -> [any PropertyRecord] { state?.makeRecords() ?? [] }

  /// Decodes values for the named properties.
  func assignment(of properties: JSONValue) throws(JSONDecodingError) -> Assignment {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try state.assignment(of: properties)
  }

  /// Decodes the arguments of a call of an action.
  func prepare(_ action: String, _ params: JSONValue?) throws(JSONDecodingError) -> PreparedCall {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try state.prepare(action, params)
  }

  /// Subscribes a connection to the view.
  func subscribe(_ make: (View) -> Subscription) -> Subscription {
    let subscription = make(self)
    subscriptions.append(subscription)
    return subscription
  }

  /// Forgets a subscription.
  func ended(_ subscription: Subscription) {
    subscriptions.removeAll { $0 === subscription }
    releaseIfUnused()
  }

  /// Releases the state with the last subscription, unless connections of a shared session may come.
  private func releaseIfUnused() {
    if subscriptions.isEmpty, session.sharing == nil || closed != nil { state = nil }
  }

  /// Whether somebody shows other text than the values that were just given to properties.
  func misses(_ assignment: Assignment) -> Bool {
    subscriptions.contains { $0.misses(assignment.visible) }
  }

  // MARK: - Life

  /// Notes that something may have changed.
  func noteChange() { mayHaveChanged = true }

  /// Notes that a commit has a change of this view, unless it was sent to others in an earlier one.
  func changed(in commit: Int) {
    guard mayHaveChanged else { return }
    mayHaveChanged = false
    lastChange = commit
  }

  /// Notes that work of a call is under way.
  func began(_ call: Call) { calls.append(call) }

  /// Notes that a call has settled.
  func settled(_ call: Call) { calls.removeAll { $0 === call } }

  /// Notes that the view is being closed.
  func beginClosing(_ closing: Closing) { self.closing = closing }

  /// Notes that the reply which says that it is closed is on its way.
  func close(_ reason: CancellationReason) {
    closed = reason
    releaseIfUnused()
  }

  /// Notes that nobody will hear of it.
  func abandon() {
    isAbandoned = true
    close(.viewClosed)
  }
}
