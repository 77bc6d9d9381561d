import JSON
import StateProtocol
import SVVS

/// An open view: its state, and its calls in progress. Each connection that shows the view has a ``Subscription`` to
/// it.
@MainActor
final class View: Listed {
  let id: ExactString
  /// The position of this view among all views of the process, in the order in which they were opened.
  let number: Int
  let session: Session

  /// The calls in progress of this view, by number. A dictionary, because a view may have thousands of calls, and each
  /// call is removed separately.
  private var callsInProgress: [Int: Call] = [:]
  /// The ending of the view; nil until the ending has begun. Once it has begun, clients cannot use the view.
  private(set) var ending: Ending?
  /// The parameters with which the view was opened. The other members of a shared session receive them. Empty in a
  /// private session, and after the state was released.
  private(set) var params: JSONObject

  /// The interface of the view type. Information about the type is there, and takes no memory in the view.
  let interface: _ViewInterface
  /// The state; nil after its release.
  private(set) var state: AnyObject?
  /// The subscriptions to the view, in unspecified order.
  private(set) var subscriptions: [Subscription] = []

  /// The observation of the end of the view's lifetime; nil if the view has no lifetime.
  private var expiry: ScopeLifetime.EndObservation?
  /// The last commit that contains a change of this view.
  var lastChange: LastChange
  /// The reason why the view was closed, once it is closed.
  private(set) var closed: CancellationReason?
  /// Whether the view has ended. After its end, only subscriptions use the view's state.
  private var hasEnded = false
  var listPosition = ListPosition()

  init(
    id: ExactString, number: Int, session: Session, params: JSONObject, interface: _ViewInterface, state: AnyObject,
    openedAfter commit: Int
  ) {
    self.id = id
    self.number = number
    self.session = session
    self.params = params
    self.interface = interface
    self.state = state
    lastChange = LastChange(in: commit)
    session.subscriptionCount.changed(from: 0, to: 1)
  }

  /// The scope to connect while the view is open; nil if the state has no scope.
  var effectScope: EffectScope? { state.flatMap { interface.effectScope?($0) } }

  // MARK: - Subscriptions

  /// Subscribes a connection to the view.
  func subscribe(_ outbox: Outbox, delivery: Delivery) -> Subscription {
    let subscription = Subscription(to: self, delivery: delivery, outbox: outbox)
    counting { subscriptions.append(subscription) }
    return subscription
  }

  /// Removes a subscription that has ended.
  func ended(_ ended: Subscription) { counting { subscriptions.removeAll { $0 === ended } } }

  /// Runs `body`, which may end the view or a subscription, and updates the number of subscriptions in the process.
  ///
  /// Releases the state if the view and all of its subscriptions have ended. The view object may live much longer,
  /// because a kept reply may refer to it.
  private func counting(_ body: () -> Void) {
    func count() -> Int { subscriptions.isEmpty && state != nil ? 1 : subscriptions.count }
    let old = count()
    body()
    if subscriptions.isEmpty, hasEnded { (state, params) = (nil, .empty) }
    session.subscriptionCount.changed(from: old, to: count())
  }

  // MARK: - Life

  /// The calls in progress of this view, oldest first.
  var calls: [Call] { callsInProgress.values.sorted { $0.number < $1.number } }

  /// Whether the view has calls in progress.
  var hasCalls: Bool { !callsInProgress.isEmpty }

  /// Adds a call whose work is in progress.
  func began(_ call: Call) { callsInProgress[call.number] = call }

  /// Removes a call that has settled, or that continues without the view.
  func remove(_ call: Call) { callsInProgress[call.number] = nil }

  // MARK: - End

  /// From now on, the view ends in the same step in which its lifetime ends. Does nothing if the view has no lifetime.
  func followLifetime() {
    let lifetime = state.flatMap { interface.lifetime?($0) }
    expiry = lifetime?.onEnd { [weak self] in self?.expire() }
  }

  /// Whether the view has a lifetime that may end.
  var mayExpire: Bool { expiry != nil }

  /// Ends the view at once, because its lifetime is over, or because the reply that opens it was refused. No change of
  /// the view is sent any longer, not even a change from before its end.
  ///
  /// If the work of a call has itself ended the lifetime, that call continues, and is answered when its work has ended.
  func expire() {
    if ending == nil {
      let running = Call.running.flatMap { $0.view === self ? $0 : nil }
      if let running {
        remove(running)
        running.view = nil
      }
      Ending(of: [self], sparing: running, .expired, awaitedBy: session.connections, among: session.endings)
    } else {
      // The ending in progress queues the updates when it is over.
      closed = .viewClosed
    }
    for subscription in subscriptions { subscription.end() }
  }

  /// From now on, clients cannot use the view.
  func close(_ ending: Ending) {
    self.ending = ending
    for subscription in subscriptions { subscription.viewBeganEnding() }
  }

  /// Removes the view from its session, and frees its name. All connections that show the view receive an update, except
  /// the connection that closed it.
  ///
  /// - Returns: The subscription of the connection that closed the view. It ends when the reply is sent.
  func leave(_ end: End) -> Subscription? {
    let closer = end.closer
    let subscription = closer?.outbox.hide(self)
    counting {
      // If nobody uses the view, the snapshots that wait can still be written.
      if case .shutdown = end {} else { closed = end.reason }
      hasEnded = true
    }
    session.remove(self, closedBy: closer)
    return subscription
  }
}
