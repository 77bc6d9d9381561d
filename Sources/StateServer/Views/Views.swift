import JSON
import SVVS
import StateProtocol

/// The sessions of one connection, and the views that it shows, by the names that it has for them.
@MainActor
final class Views {
  /// The session of views that name none.
  static let defaultSession: ExactString = "default"

  private let app: HostedApp
  private let limits: ServerLimits
  private var sessions: [ExactString: HostedSession] = [:]
  private var subscriptions: [ExactString: Subscription] = [:]
  private var lastNumber = 0

  init(app: HostedApp, limits: ServerLimits) {
    self.app = app
    self.limits = limits
  }

  // MARK: - Sessions

  /// Opens a session and returns its name.
  func openSession(_ name: ExactString?) throws(Failure) -> ExactString {
    if let name {
      try limits.check(name, "The name", at: JSONPointer(ParameterName.session))
      guard name != Views.defaultSession, sessions[name] == nil else {
        throw .invalid(ParameterName.session, "is in use")
      }
    }
    let name = name ?? freeName("session") { sessions[$0] != nil }
    sessions[name] = app.makeSession()
    return name
  }

  /// Forgets a session and returns what it shows, in the order in which it was opened.
  func closeSession(_ name: ExactString) throws(Failure) -> [View] {
    _ = try session(name)
    sessions[name] = nil
    return subscriptions.values.map(\.view).filter { $0.session == name }.sorted { $0.number < $1.number }
  }

  /// The session of a name; the default one is made when first used.
  private func session(_ name: ExactString) throws(Failure) -> HostedSession {
    if let session = sessions[name] { return session }
    guard name == Views.defaultSession else { throw .invalid(ParameterName.session, "is not open") }
    let session = app.makeSession()
    sessions[name] = session
    return session
  }

  // MARK: - Views

  /// How many views are open.
  var count: Int { subscriptions.count }

  /// What shows the view of a name that can still be used.
  func open(_ name: ExactString) throws(Failure) -> Subscription {
    guard let subscription = subscriptions[name], subscription.view.closing == nil else {
      throw .invalid(ParameterName.view, "is not open")
    }
    return subscription
  }

  /// Whether there is a view of a name, also one that is being closed.
  func contains(_ name: ExactString) -> Bool { subscriptions[name] != nil }

  /// What shows a view, if it is open here.
  func subscription(to view: View) -> Subscription? {
    subscriptions[view.id].flatMap { $0.view === view ? $0 : nil }
  }

  /// Has all views but some look for changes that went unnoticed.
  func readUnnoticed(except others: [Subscription]) {
    for subscription in subscriptions.values where !others.contains(where: { $0 === subscription }) {
      _ = subscription.readUnnoticed()
    }
  }

  /// What is shown, in no order.
  var all: some Collection<Subscription> { subscriptions.values }

  /// Makes the view that a request asks for.
  ///
  /// - Parameter subscribe: Subscribes the connection to it.
  func open(
    _ request: ViewOpen, after commit: Int, subscribe: (View) -> Subscription
  ) throws(Failure) -> Subscription {
    guard app.viewTypes[request.type] != nil else { throw .invalid(ParameterName.type, "is no view type of this app") }
    if let name = request.view {
      try limits.check(name, "The name", at: JSONPointer(ParameterName.view))
      guard subscriptions[name] == nil else { throw .invalid(ParameterName.view, "is in use") }
    }
    let session = request.session ?? Views.defaultSession
    let type = try self.session(session).type(request.type)
    let state = try type.make(request.params ?? .empty)
    let name = request.view ?? freeName("view") { subscriptions[$0] != nil }
    lastNumber += 1
    let view = View(
      id: name, number: lastNumber, session: session, type: type.description, state: state, openedAfter: commit)
    let subscription = subscribe(view)
    subscriptions[name] = subscription
    view.effectScope?.open()
    return subscription
  }

  /// Forgets a view: its name is free.
  func remove(_ view: View) { subscriptions[view.id] = nil }

  /// A name for a session or view whose client did not choose one.
  private func freeName(_ prefix: String, isTaken: (ExactString) -> Bool) -> ExactString {
    while true {
      lastNumber += 1
      let name = ExactString("\(prefix)\(lastNumber)")
      if !isTaken(name) { return name }
    }
  }
}
