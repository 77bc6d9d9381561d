// swift-format-ignore-file: NoLeadingUnderscores

public import JSON

/// An action of a view type, written by ``ViewState(_:title:isStart:)``.
@MainActor
public struct _ViewAction<State: AnyObject> {
  /// Decodes the arguments of a call and returns the call, ready to run.
  public typealias Preparation =
    @MainActor (State, _ActionArguments) throws(JSONDecodingError) -> _PreparedAction

  /// The description for front ends.
  package let description: ViewTypeDescription.Action

  package let prepare: Preparation

  /// Creates an action from its description and the closure that prepares a call.
  public init(
    _ name: String, description: String? = nil, hints: _ActionHints? = nil,
    arguments: [JSONSchema.Member] = [],
    prepare: @escaping Preparation
  ) {
    self.description = ViewTypeDescription.Action(
      name: name, description: description, hints: hints, arguments: arguments)
    self.prepare = prepare
  }
}

/// A call of an action with decoded arguments.
public enum _PreparedAction {
  /// A call that has settled when the closure returns.
  case synchronous(@MainActor () -> Void)
  /// A call that has settled when its task has ended.
  case asynchronous(@MainActor () async -> Void)
  /// A call that has settled when the returned effect has ended.
  case effect(@MainActor () -> Effect)
}

/// The undecoded arguments of a call.
public struct _ActionArguments: Sendable {
  private let params: JSONValue?

  /// Creates arguments from the parameters of a call.
  package init(_ params: JSONValue?) {
    self.params = params
  }

  /// Decodes an argument. An optional argument may be absent.
  ///
  /// - Throws: `JSONDecodingError` if the argument is missing or has another type.
  public func decode<Value: JSONDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    if let params { return try params.decode(name) }
    if let value = Value.valueWhenAbsent { return value }
    throw JSONDecodingError("is missing", at: JSONPointer(name))
  }

  /// Decodes an argument that has a default value.
  ///
  /// - Throws: `JSONDecodingError` if the argument has another type.
  public func decode<Value: JSONDecodable>(
    _ name: String, default value: @autoclosure () -> Value
  ) throws(JSONDecodingError) -> Value {
    params?[name] == nil ? value() : try decode(name)
  }
}
