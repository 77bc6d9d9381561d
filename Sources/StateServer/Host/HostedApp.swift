import Contract
import JSON
import SVVS
import StateProtocol

/// An app without its type: what the connections need to know of it.
@MainActor
struct HostedApp {
  /// The view types by name.
  let viewTypes: [String: ViewTypeDescription]
  /// The document that describes the view types.
  let schema: AppSchema
  /// Which program it is.
  let info: ServerInfo
  /// Makes the stores of a new session.
  let makeSession: @MainActor () -> HostedSession

  init<Hosted: App>(_ app: Hosted) throws(AppMistake) {
    var types: [String: ViewType<Hosted.Session>] = [:]
    let views = app.views
    for type in views {
      guard types.updateValue(type, forKey: type.description.name) == nil else {
        throw .sameViewType(type.description.name)
      }
    }
    // By a closure: a key path of a generic type is made by the runtime, which looks through all conformances.
    viewTypes = types.mapValues { $0.description }
    info = ServerInfo(name: Hosted.name, version: Hosted.version)
    schema = try AppSchema(of: views.map { $0.description }, info: info)
    makeSession = { [types] in
      let stores = app.makeSession()
      return HostedSession { name in
        guard let type = types[name] else { preconditionFailure("the caller knows the view types") }
        return HostedViewType(description: type.description) { params throws(Failure) in try type.make(params, stores) }
      }
    }
  }
}

/// The stores of a session, without their type.
@MainActor
struct HostedSession {
  /// The view type of a name, whose views belong to this session.
  let type: @MainActor (String) -> HostedViewType
}

/// A view type in a session: what it is, and how its views are made.
@MainActor
struct HostedViewType {
  let description: ViewTypeDescription
  /// Makes the state of a view from the parameters that it is opened with.
  let make: @MainActor (JSONObject) throws(Failure) -> HostedState
}
