import JSON
import SVVS
import StateProtocol

/// A view that is open: its state, and the calls that work on it. Each connection that shows it has a ``Subscription``.
@MainActor
final class View: Listed {
  let id: ExactString
  /// Orders views by when they were opened.
  let number: Int
  let session: Session

  /// The last commit that had a change of this view; opening it counts as one.
  private(set) var lastChange: Int
  /// The calls of this view that have not settled, by number. A view may have thousands, each of which is removed by
  /// itself.
  private var callsInProgress: [Int: Call] = [:]
  /// The end of the view, once that has begun; clients cannot use the view any more.
  private(set) var ending: Ending?
  /// The parameters that it was opened with, for others in a shared session; empty once it is closed.
  private(set) var params: JSONObject

  private let interface: any StateInterface
  private var state: AnyObject?
  /// The subscriptions to it.
  private var shown = ViewSubscriptions.none

  /// Waits for the end of its lifetime, if it has one.
  private var expiry: ScopeLifetime.EndObservation?
  // The small properties follow side by side: a view takes 16 bytes less.
  /// Why the view was closed, once the message that says so is on its way.
  private(set) var closed: CancellationReason?
  /// Whether the view has ended: nothing but subscriptions uses its state.
  private var hasEnded = false
  /// Whether something may have changed since the last commit that had a change of this view.
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

  /// Of no actor, and without objects: each comparison would ask for the executor and count references.
  private nonisolated static func indices(inOrderOf numbers: [Int]) -> [Int] {
    numbers.enumerated().sorted { $0.element < $1.element }.map(\.offset)
  }

  // MARK: - State

  /// The description of the view type for front ends.
  var type: ViewTypeDescription { interface.description }

  /// Identifies the view type.
  var typeID: ObjectIdentifier { ObjectIdentifier(interface) }

  /// Whether it has an action of a name.
  func hasAction(_ name: String) -> Bool { interface.hasAction(name) }

  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { interface.readableNames }

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { state.flatMap { interface.effectScope(of: $0) } }

  /// The lifetime with which the view ends, if its state has one.
  var lifetime: ScopeLifetime? { state.flatMap { interface.lifetime(of: $0) } }

  /// Reads the property of an index, unless the state was released, and passes its value on with what writes it.
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
  func noteReadsObjects(_ index: Int) { interface.noteReadsObjects(index) }

  /// Decodes values for the named properties.
  func assignment(of properties: JSONValue) throws(JSONDecodingError) -> @MainActor () -> Void {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try interface.assignment(of: properties, to: state)
  }

  /// Decodes the arguments of a call of an action.
  func prepare(_ action: String, _ params: JSONValue?) throws(JSONDecodingError) -> PreparedAction {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    return try interface.prepare(action, params, of: state)
  }

  /// Subscribes a connection to the view.
  func subscribe(_ make: (View) -> Subscription) -> Subscription {
    let made = make(self)
    counting { shown.append(made) }
    return made
  }

  /// The subscriptions to it, in no order.
  var subscriptions: [Subscription] { shown.all }

  /// Removes a subscription that has ended.
  func ended(_ ended: Subscription) {
    counting {
      shown.remove(ended)
      releaseIfUnused()
    }
  }

  /// Releases the state with the last subscription after the end. A kept reply may refer to the view for long after
  /// that.
  private func releaseIfUnused() {
    if shown.isEmpty, hasEnded { (state, params) = (nil, .empty) }
  }

  /// Updates the number of subscriptions in the process for a change of those to this view.
  private func counting(_ body: () -> Void) {
    func count() -> Int { shown.isEmpty && state != nil ? 1 : shown.count }
    let old = count()
    body()
    session.subscriptionCount.changed(from: old, to: count())
  }

  // MARK: - Life

  /// Marks the view as changed since the last commit.
  func noteChange() { mayHaveChanged = true }

  /// Marks a commit as the last with a change of this view, unless an earlier one had the change.
  func changed(in commit: Int) {
    guard mayHaveChanged else { return }
    mayHaveChanged = false
    lastChange = commit
  }

  /// The calls of this view that have not settled, oldest first.
  var calls: [Call] { callsInProgress.values.sorted { $0.number < $1.number } }

  /// Whether there are any.
  var hasCalls: Bool { !callsInProgress.isEmpty }

  /// Adds a call whose work is in progress.
  func began(_ call: Call) { callsInProgress[call.number] = call }

  /// Removes a call that has settled.
  func settled(_ call: Call) { callsInProgress[call.number] = nil }

  // MARK: - End

  /// Has the view closed in the step in which its lifetime ends, if it has one.
  func closeWithLifetime() {
    expiry = lifetime?.onEnd { [weak self] in self?.end(.atOnce) }
  }

  /// Whether it has a lifetime that may end.
  var mayExpire: Bool { expiry != nil }

  /// Marks the view as being ended: its connections leave it out from now on where they look for views.
  func beginEnding(_ ending: Ending) {
    self.ending = ending
    for subscription in subscriptions { subscription.viewBeganEnding() }
  }

  /// Ends the view: its name is free, and all that show it are notified, but for the connection that closed it.
  ///
  /// - Returns: The subscription of the connection that closed it, which ends when the reply is sent.
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
        // The ending that has begun notifies all when it is over.
        close(.viewClosed)
      }
      // Nothing is sent any more, not even what has changed before.
      for subscription in subscriptions { subscription.end() }
    }
    return nil
  }

  /// Cancels the work and answers the calls. The call whose own work has ended the lifetime goes on, and is answered
  /// when it has settled.
  private func cancelWork() {
    let running = Call.running.flatMap { $0.view === self ? $0 : nil }
    if let running {
      settled(running)
      running.goesOnWithoutView()
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

/// How a view ends.
enum ViewEnd {
  /// A call has closed it, and its work has ended.
  case closed(CancellationReason, by: Connection)
  /// Its session has no members any more, and its work has ended. Replies that wait for a reader still have the state of
  /// its last commit.
  case unused
  /// Its lifetime is over, or the reply to its opening cannot be sent. Its work is cancelled, and waited for only before
  /// the connection or the process ends.
  case atOnce
}
