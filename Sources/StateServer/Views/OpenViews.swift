import JSON
import SVVS
import StateProtocol

/// The sessions of one connection, and the views that the connection shows, by name.
@MainActor
final class OpenViews {
  /// The name of the session that requests use if they do not name one.
  static let defaultSession: ExactString = "default"

  private let app: HostedApp
  private let limits: ServerLimits
  private let numbers: Numbers
  private let subscriptionCount: SubscriptionCount
  /// This connection as a member of each of its sessions, by the names of the sessions. Sessions that are being closed
  /// are included.
  private var membersByName: [ExactString: SessionMember] = [:]
  /// The subscriptions by the names of their views, including views that are being closed.
  private var subscriptions: [ExactString: Subscription] = [:]
  /// The subscriptions to views that are not being closed, by view type.
  private var open: [ObjectIdentifier: UnorderedList<Subscription>] = [:]

  init(app: HostedApp, limits: ServerLimits, numbers: Numbers, counting subscriptions: SubscriptionCount) {
    self.app = app
    self.limits = limits
    self.numbers = numbers
    subscriptionCount = subscriptions
  }

  // MARK: - Sessions

  /// The name for a new session. This is the name that the client has chosen or, if the client has chosen none, a free
  /// name.
  func nameForSession(_ chosen: ExactString?, isTaken: (ExactString) -> Bool) throws(Failure) -> ExactString {
    guard let chosen else { return free("session", numbers.nextSessionName) { hasSession($0) || isTaken($0) } }
    try limits.check(chosen, at: ParameterName.session)
    guard !hasSession(chosen), !isTaken(chosen) else { throw .inUse(ParameterName.session, chosen) }
    return chosen
  }

  /// Throws a failure if the connection is already in the largest allowed number of sessions. Sessions that are being
  /// closed count.
  func checkSessionCount() throws(Failure) {
    guard membersByName.count < limits.sessions else {
      throw Failure(.overloaded(.sessions), "The connection is in too many sessions: \(limits.sessions) are allowed.")
    }
  }

  /// Throws a failure if further subscriptions would exceed the limit of the process.
  func checkSubscriptionCount(adding count: Int) throws(Failure) {
    guard subscriptionCount.value + count <= limits.subscriptions else {
      throw Failure(
        .overloaded(.subscriptions), "The connections show too many views: \(limits.subscriptions) are allowed.")
    }
  }

  /// Whether `name` is in use for a session on this connection. The name of a session that is being closed is in use.
  func hasSession(_ name: ExactString) -> Bool { name == OpenViews.defaultSession || membersByName[name] != nil }

  /// Adds a session that the connection has opened or joined.
  func add(_ member: SessionMember) { membersByName[member.session.name] = member }

  /// This connection as a member of `session`; nil if the connection is not in the session.
  func member(in session: Session) -> SessionMember? {
    membersByName[session.name].flatMap { $0.session === session ? $0 : nil }
  }

  /// This connection as a member of each of its sessions, sorted by the names of the sessions. Sessions that are being
  /// closed are included.
  var members: [SessionMember] { membersByName.values.sorted { $0.session.name.string < $1.session.name.string } }

  /// Removes a session that is closed, or that the connection has left.
  func left(_ session: Session) { membersByName[session.name] = nil }

  /// The session named `name`, or the default session if `name` is nil. Returns nil if the default session was not used
  /// before.
  func session(_ name: ExactString?) throws(Failure) -> Session? {
    let name = name ?? OpenViews.defaultSession
    let session = membersByName[name]?.session
    if session?.ending == nil, session != nil || name == OpenViews.defaultSession { return session }
    var names = Set(membersByName.values.filter { $0.session.ending == nil }.map(\.session.name))
    if !membersByName.keys.contains(OpenViews.defaultSession) { names.insert(OpenViews.defaultSession) }
    throw .unknown(ParameterName.session, name, among: names.count, "is not open") { names }
  }

  // MARK: - Views

  /// The number of views, including views that are being closed.
  var count: Int { subscriptions.count }

  /// Returns the subscription to the view that a call names. The view must not be ending. If the view's session is
  /// shared, the session records the call.
  func open(_ name: ExactString, for call: Call) throws(Failure) -> Subscription {
    guard let subscription = subscriptions[name], subscription.view.ending == nil else {
      throw notOpen(name, for: call)
    }
    try record(call, in: subscription.view.session)
    return subscription
  }

  /// The error for a call that names a view that is not open. In a batch, the error suggests no other views, because
  /// they may be closed by the time the batch is answered.
  private func notOpen(_ name: ExactString, for call: Call) -> Failure {
    guard call.batch == nil else { return .invalid(ParameterName.view, "is not open") }
    let count = open.values.reduce(0) { $0 + $1.count }
    return .unknown(ParameterName.view, name, among: count, "is not open") {
      open.values.flatMap { $0.elements.map(\.view.id) }
    }
  }

  /// The subscriptions to the views that have the action `name`. The result has one list for each view type, in
  /// unspecified order. Views that are being closed are left out.
  func open(withAction name: String) -> [[Subscription]] {
    open.values.map(\.elements).filter { $0.first?.view.interface.actionIndices[name] != nil }
  }

  /// The types of the views that are not being closed.
  var openTypes: [_ViewInterface] { open.values.compactMap { $0.elements.first?.view.interface } }

  /// Records a call in its session, if the session is shared.
  func record(_ call: Call, in session: Session) throws(Failure) {
    guard session.isOpen, let member = self.member(in: session) else { return }
    try session.add(call, from: member)
  }

  /// Whether the connection shows a view named `name`. A view that is being closed also counts.
  func contains(_ name: ExactString) -> Bool { subscriptions[name] != nil }

  /// The subscriptions, in unspecified order.
  var all: some Collection<Subscription> { subscriptions.values }

  /// Makes the view that `request` asks for.
  func make(_ request: ViewOpen, in session: Session, after commit: Int) throws(Failure) -> View {
    guard let interface = app.viewTypes[request.type] else {
      let unknown = UnknownName(request.type, among: app.typeNames)
      throw .unknown(ParameterName.type, unknown, "is not a view type of this app")
    }
    if let name = request.view {
      try limits.check(name, at: ParameterName.view)
      guard !session.hasView(name) else { throw .inUse(ParameterName.view, name) }
    }
    let params = request.params ?? .empty
    let state = try session.makeState(request.type, params)
    if interface.lifetime?(state)?.isOver ?? false {
      throw Failure(ViewRefusal("The lifetime of the view has already ended."))
    }
    return View(
      id: request.view ?? free("view", numbers.nextViewName, isTaken: { session.hasView($0) }),
      number: numbers.nextView(), session: session, params: session.isOpen ? params.copy : .empty, interface: interface,
      state: state, openedAfter: commit)
  }

  /// Adds a subscription to a view that is not being closed.
  func add(_ subscription: Subscription) {
    let view = subscription.view
    subscriptions[view.id] = subscription
    open[ObjectIdentifier(view.interface), default: UnorderedList()].append(subscription)
  }

  /// Removes a view that is being closed from the views that clients can use. The name of the view stays in use.
  func beganEnding(_ subscription: Subscription) {
    if subscription.isListed { open[ObjectIdentifier(subscription.view.interface)]?.remove(subscription) }
  }

  /// Removes a view, and frees its name.
  ///
  /// - Returns: The subscription to the view; nil if the connection does not show the view.
  @discardableResult
  func remove(_ view: View) -> Subscription? {
    guard let index = subscriptions.index(forKey: view.id) else { return nil }
    let subscription = subscriptions.values[index]
    guard subscription.view === view else { return nil }
    subscriptions.remove(at: index)
    beganEnding(subscription)
    return subscription
  }

  /// A free name for a session or view, if the client did not choose a name.
  private func free(_ prefix: String, _ next: () -> Int, isTaken: (ExactString) -> Bool) -> ExactString {
    while true {
      let name = ExactString("\(prefix)\(next())")
      if !isTaken(name) { return name }
    }
  }
}
