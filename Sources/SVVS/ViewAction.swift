public import JSON

/// An action of a view on the wire; the macro ``ViewState(_:title:isStart:)`` writes it.
@MainActor
public struct ViewAction<State: AnyObject> {
  /// Decodes the arguments of a call and returns the call, ready to run.
  public typealias Preparation =
    @MainActor (State, ActionArguments) throws(JSONDecodingError) -> PreparedAction

  /// What front ends are shown of it.
  public let description: ViewTypeDescription.Action

  package let prepare: Preparation

  /// Describes an action and how it is called.
  public init(
    _ name: String, description: String? = nil, hints: ActionHints? = nil,
    arguments: [JSONSchema.Member] = [],
    prepare: @escaping Preparation
  ) {
    self.description = ViewTypeDescription.Action(
      name: name, description: description, hints: hints, arguments: arguments)
    self.prepare = prepare
  }
}

/// A call of an action whose arguments are decoded.
public enum PreparedAction {
  /// Settled when it returns.
  case synchronous(@MainActor () -> Void)
  /// Settled when its task has ended.
  case asynchronous(@MainActor () async -> Void)
  /// Settled when the effect it returns has ended.
  case effect(@MainActor () -> Effect)
}

/// The arguments of a call, as they came over the wire.
public struct ActionArguments: Sendable {
  private let params: JSONValue?

  /// Takes the parameters of a call.
  public init(_ params: JSONValue?) {
    self.params = params
  }

  /// Decodes an argument; one that is optional may be left out.
  ///
  /// - Throws: `JSONDecodingError` if it is missing or of another type.
  public func decode<Value: JSONDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    if let params { return try params.decode(name) }
    if let value = Value.valueWhenAbsent { return value }
    throw JSONDecodingError("is missing", at: JSONPointer(name))
  }

  /// Decodes an argument that has a default value.
  ///
  /// - Throws: `JSONDecodingError` if it is of another type.
  public func decode<Value: JSONDecodable>(
    _ name: String, default value: @autoclosure () -> Value
  ) throws(JSONDecodingError) -> Value {
    params?[name] == nil ? value() : try decode(name)
  }
}
