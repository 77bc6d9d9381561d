import JSONRPC
import SVVS

extension Connection {
  /// Performs an action, which is called by its bare name.
  func performAction(_ request: Request, _ call: Call) throws(ResponseError) {
    let params = request.params
    let view = try viewOfAction(request.method, params)
    guard params?.kind != .array else { throw ResponseError(JSONDecodingError("must be an object")) }
    do {
      if let known = try params?.decode("ifCommit", as: Int?.self), view.lastCommit > known {
        throw ResponseError(.contentModified, "The view has changed since.", .commit(commit))
      }
      guard let action = try view.observer.prepare(request.method, ActionArguments(params)) else {
        throw actionNotFound(request.method, available: view.type.actions.map(\.name))
      }
      try start(action, for: call, of: view)
    } catch let error as JSONDecodingError {
      throw ResponseError(error)
    } catch let error as ResponseError {
      throw error
    } catch {
      throw ResponseError(.internalError, "An action failed in an unforeseen way.")
    }
  }

  /// The view that a call names, or else the only open one that has such an action.
  private func viewOfAction(_ action: String, _ params: JSON?) throws(ResponseError) -> OpenView {
    if let id = params?["view"] {
      guard let id = id.string else { throw .invalid("view", "must be a string") }
      return try view(id)
    }
    let candidates = views.values.filter { view in
      !view.isClosing && view.type.actions.contains { $0.name == action }
    }
    if let view = candidates.first, candidates.count == 1 { return view }
    guard app.viewTypes.values.contains(where: { $0.actions.contains { $0.name == action } }) else {
      let actions = Set(views.values.flatMap { $0.type.actions.map(\.name) })
      throw actionNotFound(action, available: Connection.methods.keys.sorted() + actions.sorted())
    }
    throw ResponseError(
      .invalidParams,
      candidates.isEmpty ? "No open view has the action \(action)." : "Several open views have the action \(action).",
      .path(JSONPointer("view")), .candidates(candidates.map(\.id).sorted()))
  }

  private func actionNotFound(_ action: String, available: [String]) -> ResponseError {
    ResponseError(.methodNotFound, "There is no method or action of this name.", .available(available))
  }
}
