import JSON
import ProtocolNames
import SVVS
import StateProtocol

/// Handles calls of actions. The method of such a call is the name of the action, without a prefix.
@MainActor
enum ActionHandler {
  /// The largest number of views that a failure names as candidates.
  private static let maximumCandidates = 100
  /// The largest number of view types that a failure lists.
  private static let maximumOwners = 10

  /// Handles a call of an action.
  static func handle(
    _ request: Request, _ call: Call, _ connection: Connection, _ context: ServerContext
  ) throws(Failure) {
    let params = ActionCall(params: request.params)
    let subscription = try subscription(for: call, params, connection, context.app)
    let view = subscription.view
    if let params = request.params, params.kind == .array {
      throw Failure(JSONDecodingError(expected: .object, found: params))
    }
    guard let action = view.interface.actionIndices[request.method] else {
      throw .methodNotFound(
        UnknownName(request.method, among: view.interface.actions.map(\.description.name)), "The view has no action")
    }
    let outer = view.interface.work(ofAction: action).begin()
    defer { outer.resume() }
    let known: Int?
    let prepared: _PreparedAction
    do {
      known = try params.ifCommit
      prepared = try view.interface.prepare(action, request.params, of: view.state)
    } catch {
      throw Failure(error)
    }
    if let known, view.lastChange.commit > known || subscription.refresh() {
      throw Failure(
        .contentModified(commit: context.turn.number), "The view has changed since the commit in ifCommit.")
    }
    try view.interface.checkAnswer(action, request.params, of: view.state, commit: context.turn.number)
    try start(prepared, for: call, of: view, connection, context.turn)
  }

  /// Starts a prepared action. The call is answered when its work has ended.
  private static func start(
    _ prepared: _PreparedAction, for call: Call, of view: View, _ connection: Connection, _ turn: Turn
  ) throws(Failure) {
    // After all checks, because each getter that runs before the work may end the lifetime of the view.
    try turn.prepareCauses(ofCallOf: view)
    let work: @MainActor () async -> Void
    switch prepared {
    case .synchronous(let body):
      turn.run(call, on: view, body)
      turn.staleStateCheck.schedule(view)
      return call.answer(.committed)
    case .asynchronous(let body): work = body
    case .effect(let body): work = { await body().completion }
    }
    try connection.calls.begin(call, of: view)
    turn.run(call, on: view) {
      call.work = .task {
        await work()
        turn.staleStateCheck.schedule(view)
        call.settle()
      }
    }
  }

  /// The subscription to the view that `call` names. If the call does not name a view, this is the subscription to the
  /// only open view that has the action.
  private static func subscription(
    for call: Call, _ params: ActionCall, _ connection: Connection, _ app: HostedApp
  ) throws(Failure) -> Subscription {
    let named: ExactString?
    do {
      named = try params.view
    } catch {
      throw Failure(error)
    }
    if let named { return try connection.views.open(named, for: call) }
    let action = call.method
    let candidates = connection.views.open(withAction: action)
    if candidates.count == 1, candidates[0].count == 1 {
      let candidate = candidates[0][0]
      try connection.views.record(call, in: candidate.view.session)
      return candidate
    }
    guard app.viewTypes.values.contains(where: { $0.actionIndices[action] != nil }) else {
      throw notFound(action, connection.views, app)
    }
    throw Failure(
      .invalidParams(path: JSONPointer(ActionCall.viewName), candidates: names(of: candidates)),
      candidates.isEmpty
        ? "No open view has the action \(action), which is one of \(owners(of: action, app))."
        : "Several open views have the action \(action); name one of them.")
  }

  /// The sorted names of the candidates. Empty if there are too many candidates, because sorting their names would
  /// delay every client.
  private static func names(of candidates: [[Subscription]]) -> [String] {
    guard candidates.reduce(0, { $0 + $1.count }) <= UnknownName.maximumCompared else { return [] }
    return Array(candidates.joined().map(\.view.id.string).sorted().prefix(maximumCandidates))
  }

  /// The names of the view types that have the action `action`, as part of a sentence.
  private static func owners(of action: String, _ app: HostedApp) -> String {
    let names = app.typeNames.filter { app.viewTypes[$0]?.actionIndices[action] != nil }
    return names.prefix(maximumOwners).joined(separator: ", ") + (names.count > maximumOwners ? " and others" : "")
  }

  /// The error for a call whose method is neither a method of the protocol nor an action of any view type. It may
  /// suggest actions of views that are not open.
  private static func notFound(_ method: String, _ views: OpenViews, _ app: HostedApp) -> Failure {
    let types = app.viewTypes.values
    let methods = RequestMethod.allCases.map(\.rawValue)
    let usable = Set(views.openTypes.flatMap { $0.actions.map(\.description.name) })
    let others = Set(types.flatMap { $0.actions.map(\.description.name) }).subtracting(usable)
    return .methodNotFound(
      UnknownName(method, among: usable.sorted() + methods.sorted(), or: others.sorted()),
      "There is no method or action")
  }
}
