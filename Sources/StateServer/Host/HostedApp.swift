import JSON
import SVVS
import StateProtocol

/// An app without its Swift type. Connections use the app in this form.
@MainActor
struct HostedApp {
  /// The view types by name.
  let viewTypes: [String: _ViewInterface]
  /// The schema of the view types.
  let schema: AppSchema
  /// The name and version of the app.
  let info: ServerInfo
  /// Makes the stores of a new session.
  let makeSession: @MainActor () -> StateMaker

  init<Hosted: App>(_ app: Hosted) throws(AppMistake) {
    var types: [String: ViewType<Hosted.Session>] = [:]
    let views = app.views
    for type in views {
      guard types.updateValue(type, forKey: type.interface.type) == nil else {
        throw .sameViewType(type.interface.type)
      }
    }
    // Uses a closure instead of a key path. To make a key path of a generic type, the runtime searches all
    // conformances.
    viewTypes = types.mapValues { $0.interface }
    info = ServerInfo(name: Hosted.name, version: Hosted.version)
    schema = try AppSchema(of: views.map { $0.interface.description(parameters: $0.parameters) }, info: info)
    makeSession = { [types] in
      let stores = app.makeSession()
      return { name, params throws(Failure) in
        guard let type = types[name] else { preconditionFailure("the caller knows the view types") }
        return try type.make(params, stores)
      }
    }
  }
}

/// Makes the state of a view from the name of its view type and its parameters, with the stores of one session.
typealias StateMaker = @MainActor (String, JSONObject) throws(Failure) -> AnyObject
