import JSON
import JSONRPC
import SVVS

extension Connection {
  /// Performs an action, which is called by its bare name.
  func performAction(_ request: Request, _ call: Call) throws(ResponseError) {
    let params = request.params
    let view = try viewOfAction(request.method, params)
    guard params?.kind != .array else { throw ResponseError(JSONDecodingError("must be an object")) }
    guard view.type.actions.contains(where: { $0.name == request.method }) else {
      throw actionNotFound(available: view.type.actions.map(\.name))
    }
    let known: Int?
    let action: PreparedAction
    do {
      known = try params?.decode("ifCommit")
      (action, call.mayGoUnnoticed) = try view.observer.prepare(request.method, ActionArguments(params))
    } catch {
      throw ResponseError(error)
    }
    if let known, view.lastChange > known || view.observer.refresh() {
      throw ResponseError(.contentModified, "The view has changed since.", .commit(commit))
    }
    try start(action, for: call, of: view)
  }

  /// The view that a call names, or else the only open one that has such an action.
  private func viewOfAction(_ action: String, _ params: JSON?) throws(ResponseError) -> OpenView {
    if let id = params?["view"] {
      guard let id = id.string else { throw .invalid("view", "must be a string") }
      return try view(ExactString(id))
    }
    let candidates = views.values.filter { view in
      view.closing == nil && view.type.actions.contains { $0.name == action }
    }
    if let view = candidates.first, candidates.count == 1 { return view }
    guard app.viewTypes.values.contains(where: { $0.actions.contains { $0.name == action } }) else {
      let actions = Set(views.values.flatMap { $0.type.actions.map(\.name) })
      throw actionNotFound(available: Connection.methods.keys.sorted() + actions.sorted())
    }
    let named = candidates.map(\.id.string).sorted().prefix(ResponseError.maximumCandidates)
    throw ResponseError(
      .invalidParams,
      candidates.isEmpty ? "No open view has the action \(action)." : "Several open views have the action \(action).",
      .path(JSONPointer("view")), .candidates(Array(named)))
  }

  private func actionNotFound(available: [String]) -> ResponseError {
    ResponseError(.methodNotFound, "There is no method or action of this name.", .available(available))
  }
}
