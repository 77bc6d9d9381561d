import JSON
import Logging
import StateProtocol
public import SVVS

/// A type of view that front ends can open, with a closure that makes the view states.
///
/// ```swift
/// ViewType(ListViewState.self) { ListViewState(store: store) },
/// ViewType(ItemViewState.self) { (parameters: ItemViewState.Parameters) in
///   ItemViewState(id: parameters.id, store: store)
/// },
/// ```
///
/// If the closure throws a `ViewRefusal`, the reply to `view/open` is the error `InvalidParams` with the message of the
/// refusal. If the closure throws any other error, the server logs that error, and the reply is an `InternalError`. If
/// the parameters do not match the parameter type, the reply is `InvalidParams`, and the closure is not called.
@MainActor
public struct ViewType<Session> {
  fileprivate let interface: _ViewInterface
  /// The parameters of `view/open`.
  fileprivate let parameters: [JSONSchema.Member]
  /// Makes the state of a view from the parameters that a client has sent.
  fileprivate let make: @MainActor (JSONObject, Session) throws(Failure) -> AnyObject

  /// Creates a view type without parameters.
  ///
  /// - Parameters:
  ///   - type: The type of the view state.
  ///   - make: Makes the state of a view from the stores of the view's session.
  public init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor (Session) throws -> State) {
    let interface = State.interface
    self.interface = interface
    parameters = []
    self.make = { params, session throws(Failure) in
      try ViewType.rejectUnknown(params, known: [])
      return try ViewType.made(interface) { try make(session) }
    }
  }

  /// Creates a view type with parameters, which clients send as the members of an object.
  ///
  /// - Parameters:
  ///   - type: The type of the view state.
  ///   - make: Makes the state of a view from the view's parameters and the stores of its session.
  public init<State: ViewState, Parameters: JSONDecodable>(
    _ type: State.Type, make: @escaping @MainActor (Parameters, Session) throws -> State
  ) {
    let interface = State.interface
    let members = Parameters.jsonSchema.members
    self.interface = interface
    parameters = members
    self.make = { params, session throws(Failure) in
      try ViewType.rejectUnknown(params, known: members)
      let parameters = try ViewType.decoded { () throws(JSONDecodingError) in try Parameters(json: params.json) }
      return try ViewType.made(interface) { try make(parameters, session) }
    }
  }

  private static func rejectUnknown(_ params: JSONObject, known: [JSONSchema.Member]) throws(Failure) {
    for (name, _) in params.json.members where !known.contains(where: { $0.name == name }) {
      throw Failure(
        JSONDecodingError("is not a parameter of this view type", unknown: name, among: known.map(\.name)),
        inside: ParameterName.params)
    }
  }

  private static func decoded<Parameters>(
    _ decode: () throws(JSONDecodingError) -> Parameters
  ) throws(Failure) -> Parameters {
    do {
      return try decode()
    } catch {
      throw Failure(error, inside: ParameterName.params)
    }
  }

  private static func made(
    _ interface: _ViewInterface, _ make: () throws -> AnyObject
  ) throws(Failure) -> AnyObject {
    let outer = interface.workOfInitializer.begin()
    defer { outer.resume() }
    do {
      return try make()
    } catch let refusal as ViewRefusal {
      throw Failure(refusal)
    } catch {
      Connection.logger.error("A view could not be made: \(error)")
      throw Failure(.internalError, "The view could not be made.")
    }
  }
}

extension ViewType where Session == Void {
  /// Creates a view type without parameters.
  public init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor () throws -> State) {
    self.init(type) { (_: Void) in try make() }
  }

  /// Creates a view type with parameters, which clients send as the members of an object.
  public init<State: ViewState, Parameters: JSONDecodable>(
    _ type: State.Type, make: @escaping @MainActor (Parameters) throws -> State
  ) {
    self.init(type) { (parameters: Parameters, _: Void) in try make(parameters) }
  }
}

extension Failure {
  /// The error for a view that the app refuses to open.
  init(_ refusal: ViewRefusal) {
    self.init(.invalidParams(path: JSONPointer(ParameterName.params)), refusal.message)
  }
}

/// An app without its Swift type. Connections use the app in this form.
@MainActor
final class HostedApp {
  /// The view types by name.
  let viewTypes: [String: _ViewInterface]
  /// The names of the view types, in the order of their declaration.
  let typeNames: [String]
  /// The name and version of the app.
  let info: ServerInfo
  /// Makes the stores of a new session.
  let makeSession: @MainActor () -> StateMaker
  private var madeSchema: AppSchema?
  /// The mistake that making the schema has found. Not a `Result`, whose metadata takes 300,000 instructions.
  private var mistake: AppMistake?
  private let describe: @MainActor () -> [ViewTypeDescription]

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
    typeNames = views.map { $0.interface.type }
    info = ServerInfo(name: Hosted.name, version: Hosted.version)
    describe = { views.map { $0.interface.description(parameters: $0.parameters) } }
    makeSession = { [types] in
      let stores = app.makeSession()
      return { name, params throws(Failure) in
        guard let type = types[name] else { preconditionFailure("the caller knows the view types") }
        return try type.make(params, stores)
      }
    }
  }

  /// The schema of the view types. Making it takes 0.76 of the 2.95 million instructions of a start, so a start of a
  /// release build does without.
  func schema() throws(AppMistake) -> AppSchema {
    if let madeSchema { return madeSchema }
    if let mistake { throw mistake }
    do throws(AppMistake) {
      let made = try AppSchema(of: describe(), info: info)
      madeSchema = made
      return made
    } catch {
      mistake = error
      throw error
    }
  }

  /// The OpenRPC document. A mistake of the app's author is a failure of the requests that need the document. It is
  /// logged only once.
  func document() throws(Failure) -> OpenRPCDocument {
    let isLogged = mistake != nil
    do {
      return OpenRPCDocument(of: try schema())
    } catch {
      if !isLogged { Connection.logger.error("\(error)") }
      throw Failure(.internalError, error.description)
    }
  }
}

/// Makes the state of a view from the name of its view type and its parameters, with the stores of one session.
typealias StateMaker = @MainActor (String, JSONObject) throws(Failure) -> AnyObject
