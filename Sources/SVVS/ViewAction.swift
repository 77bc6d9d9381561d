/// An action of a view on the wire.
@MainActor
public struct ViewAction<State: AnyObject> {
  /// Decodes the arguments of a call and returns the call, ready to run.
  public typealias Preparation =
    @MainActor (State, ActionArguments) throws(JSONDecodingError) -> PreparedAction

  /// The method name on the wire.
  public let name: String
  /// What it does.
  public let description: String?
  /// The arguments it takes.
  public let arguments: [JSONSchema.Member]

  let prepare: Preparation

  /// Describes an action and how it is called.
  public init(
    _ name: String, description: String? = nil, arguments: [JSONSchema.Member] = [],
    prepare: @escaping Preparation
  ) {
    self.name = name
    self.description = description
    self.arguments = arguments
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
  /// Parameters of a call that belong to the protocol and not to the action.
  public static let reservedNames: Set = ["view", "ifCommit"]

  private let params: JSON?

  /// The arguments in a request's parameters; the reserved ones are passed over.
  public init(_ params: JSON?) {
    self.params = params
  }

  /// Reads an argument; one that is optional may be left out.
  public func decode<Value: JSONDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    if let params { return try params.decode(name) }
    if let value = Value.valueWhenAbsent { return value }
    throw JSONDecodingError("is missing", at: JSONPointer(name))
  }

  /// Reads an argument that has a default value.
  public func decode<Value: JSONDecodable>(
    _ name: String, default value: @autoclosure () -> Value
  ) throws(JSONDecodingError) -> Value {
    params?[name] == nil ? value() : try decode(name)
  }

  /// Whether one of these arguments equals, in Swift, a value that is written otherwise.
  func haveEqualsWrittenOtherwise(among expected: [JSONSchema.Member]) -> Bool {
    guard let params else { return false }
    return expected.contains { params[$0.name]?.hasEqualsWrittenOtherwise ?? false }
  }

  /// Fails if there is an argument that the action does not take.
  ///
  /// - Returns: Whether there is one that it does take.
  func rejectOthers(than expected: [JSONSchema.Member]) throws(JSONDecodingError) -> Bool {
    guard let params, params.count > 0 else { return false }
    // Counting is enough nearly always, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionArguments.reservedNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return given > 0 }
    let names = Set(expected.map(\.name)).union(ActionArguments.reservedNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is no argument of this action", at: JSONPointer(name))
    }
    return given > 0
  }
}
