public import SVVS

/// A type of view that front ends can open, and how the state of such a view is made.
@MainActor
public struct ViewType<Session> {
  let description: ViewTypeDescription
  let make: @MainActor (JSON, Session) throws(JSONDecodingError) -> any ViewObserver

  /// A view type that is opened without parameters.
  ///
  /// - Parameter make: Makes the state of a view that is opened in a session.
  public init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor (Session) -> State) {
    description = ViewTypeDescription(State.interface, parameters: [])
    self.make = { params, session throws(JSONDecodingError) in
      try ViewType.rejectUnknown(params, known: [])
      return StateObserver(make(session))
    }
  }

  /// A view type that is opened with parameters, the members of an object.
  ///
  /// - Parameter make: Makes the state of a view that is opened with parameters in a session.
  public init<State: ViewState, Parameters: JSONDecodable>(
    _ type: State.Type, make: @escaping @MainActor (Parameters, Session) -> State
  ) {
    let description = ViewTypeDescription(State.interface, parameters: Parameters.jsonSchema.members)
    self.description = description
    self.make = { params, session throws(JSONDecodingError) in
      try ViewType.rejectUnknown(params, known: description.parameters)
      return StateObserver(make(try Parameters(json: params), session))
    }
  }

  private static func rejectUnknown(_ params: JSON, known: [JSONSchema.Member]) throws(JSONDecodingError) {
    for (name, _) in params.members where !known.contains(where: { $0.name == name }) {
      throw JSONDecodingError("is no parameter of this view type", at: JSONPointer(name))
    }
  }
}

extension ViewType where Session == Void {
  /// A view type that is opened without parameters.
  public init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor () -> State) {
    self.init(type) { (_: Void) in make() }
  }

  /// A view type that is opened with parameters, the members of an object.
  public init<State: ViewState, Parameters: JSONDecodable>(
    _ type: State.Type, make: @escaping @MainActor (Parameters) -> State
  ) {
    self.init(type) { (parameters: Parameters, _: Void) in make(parameters) }
  }
}

/// What front ends may know of a view type.
@MainActor
struct ViewTypeDescription {
  struct Property {
    let name: String
    let access: PropertyAccess
    let schema: JSONSchema
    let description: String?
  }

  struct Action {
    let name: String
    let description: String?
    let arguments: [JSONSchema.Member]
  }

  let name: String
  let description: String?
  let parameters: [JSONSchema.Member]
  let properties: [Property]
  let actions: [Action]

  init<State>(_ interface: ViewInterface<State>, parameters: [JSONSchema.Member]) {
    name = interface.type
    description = interface.description
    self.parameters = parameters
    properties = interface.properties.map {
      Property(name: $0.name, access: $0.access, schema: $0.schema, description: $0.description)
    }
    actions = interface.actions.map {
      Action(name: $0.name, description: $0.description, arguments: $0.arguments)
    }
  }
}
