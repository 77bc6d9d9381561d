import JSON
import SVVS
import StateProtocol

/// An open view: its state, and its calls in progress. Each connection that shows it has a ``Subscription``.
@MainActor
final class View: Listed {
  let id: ExactString
  /// The position among the views of the process, in the order in which they were opened.
  let number: Int
  let session: Session

  /// The last commit with a change of this view. The opening counts as a change.
  private(set) var lastChange: Int
  /// The calls of this view in progress, by number. A view may have thousands, each of which is removed on its own.
  private var callsInProgress: [Int: Call] = [:]
  /// The ending of the view, once it has begun. From then on clients cannot use the view.
  private(set) var ending: Ending?
  /// The parameters of the opening, for other members of a shared session; empty when the state was released.
  private(set) var params: JSONObject

  private let interface: any StateInterface
  private var state: AnyObject?
  /// The subscriptions to the view.
  private var shown = ViewSubscriptions.none

  /// Observes the end of the lifetime, if the view has one.
  private var expiry: ScopeLifetime.EndObservation?
  // The small properties are next to each other, which makes a view 16 bytes smaller.
  /// The reason for which the view was closed, once it is closed.
  private(set) var closed: CancellationReason?
  /// Whether the view has ended. From then on only subscriptions use its state.
  private var hasEnded = false
  /// Whether the view may have changed since the last commit with a change of it.
  private(set) var mayHaveChanged = false
  var listPosition = ListPosition()

  init(
    id: ExactString, number: Int, session: Session, params: JSONObject, state: HostedState, openedAfter commit: Int
  ) {
    self.id = id
    self.number = number
    self.session = session
    self.params = params
    self.state = state.state
    interface = state.interface
    lastChange = commit
    session.subscriptionCount.changed(from: 0, to: 1)
  }

  /// Views in the order in which they were opened.
  static func inOrder(_ views: [View]) -> [View] { indices(inOrderOf: views.map { $0.number }).map { views[$0] } }

  /// Nonisolated and without objects: otherwise each comparison would check the executor and count references.
  private nonisolated static func indices(inOrderOf numbers: [Int]) -> [Int] {
    numbers.enumerated().sorted { $0.element < $1.element }.map(\.offset)
  }

  // MARK: - State

  /// The description of the view type for front ends.
  var type: ViewTypeDescription { interface.description }

  /// The identifier of the view type.
  var typeID: ObjectIdentifier { ObjectIdentifier(interface) }

  /// Whether the view has an action of a name.
  func hasAction(_ name: String) -> Bool { interface.hasAction(name) }

  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { interface.readableNames }

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { state.flatMap { interface.effectScope(of: $0) } }

  /// The lifetime with which the view ends, if its state has one.
  var lifetime: ScopeLifetime? { state.flatMap { interface.lifetime(of: $0) } }

  /// Reads the property of an index, unless the state was released, and passes its value with a closure that writes it.
  func readValue(_ index: Int, _ use: (Any, (inout JSONWriter) -> Void) -> Void) {
    if let state { interface.readValue(index, of: state, use) }
  }

  /// A new record of the property of an index, if it shows an observable array.
  func makeArrayRecord(_ index: Int) -> (any ArrayRecord)? {
    state.flatMap { interface.makeArrayRecord(index, of: $0) }
  }

  /// Whether the property of an index reads `@Observable` objects, as far as is known.
  func readsObjects(_ index: Int) -> Bool { interface.readsObjects(index) }

  /// Records that the property of an index reads `@Observable` objects.
  func markReadsObjects(_ index: Int) { interface.markReadsObjects(index) }

  /// Decodes values of the named properties, and returns a closure that assigns them.
  func assignment(of properties: JSONValue) throws(JSONDecodingError) -> @MainActor () -> Void {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try interface.assignment(of: properties, to: state)
  }

  /// Decodes the arguments of a call of an action.
  func prepare(_ action: String, _ params: JSONValue?) throws(JSONDecodingError) -> _PreparedAction {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try interface.prepare(action, params, of: state)
  }

  /// Subscribes a connection to the view.
  func subscribe(_ make: (View) -> Subscription) -> Subscription {
    let made = make(self)
    counting { shown.append(made) }
    return made
  }

  /// The subscriptions to the view, in unspecified order.
  var subscriptions: [Subscription] { shown.all }

  /// Removes a subscription that has ended.
  func ended(_ ended: Subscription) {
    counting {
      shown.remove(ended)
      releaseIfUnused()
    }
  }

  /// Releases the state when the view and its last subscription have ended. A kept reply may refer to the view for much
  /// longer.
  private func releaseIfUnused() {
    if shown.isEmpty, hasEnded { (state, params) = (nil, .empty) }
  }

  /// Updates the number of subscriptions in the process for a change of the subscriptions to this view.
  private func counting(_ body: () -> Void) {
    func count() -> Int { shown.isEmpty && state != nil ? 1 : shown.count }
    let old = count()
    body()
    session.subscriptionCount.changed(from: old, to: count())
  }

  // MARK: - Life

  /// Marks the view as changed since the last commit.
  func markChanged() { mayHaveChanged = true }

  /// Marks a commit as the last with a change of this view, unless an earlier one contained the change.
  func changed(in commit: Int) {
    guard mayHaveChanged else { return }
    mayHaveChanged = false
    lastChange = commit
  }

  /// The calls of this view in progress, oldest first.
  var calls: [Call] { callsInProgress.values.sorted { $0.number < $1.number } }

  /// Whether the view has calls in progress.
  var hasCalls: Bool { !callsInProgress.isEmpty }

  /// Adds a call whose work is in progress.
  func began(_ call: Call) { callsInProgress[call.number] = call }

  /// Removes a call that has settled.
  func settled(_ call: Call) { callsInProgress[call.number] = nil }

  // MARK: - End

  /// Closes the view in the step in which its lifetime ends, if it has one.
  func closeWithLifetime() {
    expiry = lifetime?.onEnd { [weak self] in self?.end(.atOnce) }
  }

  /// Whether the view has a lifetime, which may end.
  var mayExpire: Bool { expiry != nil }

  /// Marks the view as being ended. From now on clients cannot use it.
  func beginEnding(_ ending: Ending) {
    self.ending = ending
    for subscription in subscriptions { subscription.viewBeganEnding() }
  }

  /// Ends the view. Its name is free, and all connections that show it receive an update, except one that closed it.
  ///
  /// - Returns: The subscription of the connection that closed the view, which ends when the reply is sent.
  @discardableResult
  func end(_ end: ViewEnd) -> Subscription? {
    switch end {
    case .closed(let reason, let closer):
      let subscription = closer.hide(self)
      close(reason)
      session.closed(self, by: closer)
      return subscription
    case .unused: close(nil)
    case .atOnce:
      if ending == nil {
        cancelWork()
        close(.viewClosed)
        session.closed(self, by: nil)
      } else {
        // The ending in progress queues the updates when it is over.
        close(.viewClosed)
      }
      // No change is sent any more, not even an earlier one.
      for subscription in subscriptions { subscription.end() }
    }
    return nil
  }

  /// Cancels the work and answers the calls. A call whose own work has ended the lifetime continues, and is answered
  /// when its work has ended.
  private func cancelWork() {
    let running = Call.running.flatMap { $0.view === self ? $0 : nil }
    if let running {
      settled(running)
      running.removeView()
    }
    let calls = calls
    Ending(in: session.endings).begin([self], reason: .viewClosed, awaiting: running)
    for call in calls { call.settle() }
  }

  private func close(_ reason: CancellationReason?) {
    counting {
      closed = reason ?? closed
      hasEnded = true
      releaseIfUnused()
    }
  }
}

/// The way in which a view ends.
enum ViewEnd {
  /// A call has closed the view, and its work has ended.
  case closed(CancellationReason, by: Connection)
  /// The session has no members any more, and the work has ended. Replies that wait for a client to read still
  /// contain its last state.
  case unused
  /// The lifetime is over, or the reply to the opening is refused. The work is cancelled; only the end of the
  /// connection or the process waits for it.
  case atOnce
}
