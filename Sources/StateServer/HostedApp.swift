import SVVS

/// An app without its type: what a connection needs to know of it.
@MainActor
struct HostedApp {
  /// Makes the observed state of a new view of a type, from the parameters it is opened with.
  typealias ViewFactory = @MainActor (String, JSON) throws(JSONDecodingError) -> any ViewObserver

  /// The view types by name.
  let viewTypes: [String: ViewTypeDescription]
  /// The document that describes the view types.
  let schema: AppSchema
  /// Makes the stores of a new session and returns what makes its views.
  let makeSession: @MainActor () -> ViewFactory

  init(_ app: some App) {
    let types = Dictionary(app.views.map { ($0.description.name, $0) }) { first, _ in
      preconditionFailure("two view types are called \(first.description.name)")
    }
    viewTypes = types.mapValues(\.description)
    schema = AppSchema(viewTypes: types.values.map(\.description))
    makeSession = {
      let session = app.makeSession()
      return { name, params throws(JSONDecodingError) in
        guard let type = types[name] else { preconditionFailure("the caller knows the view types") }
        return try type.make(params, session)
      }
    }
  }
}
