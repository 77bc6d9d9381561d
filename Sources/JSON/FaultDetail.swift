/// Details of a fault for programs, in addition to the place of the fault.
///
/// The enum is indirect to keep errors small: they are passed through many calls, and few of them have details.
public indirect enum FaultDetail: Hashable, Sendable {
  /// A name, or a value of an enumeration, is unknown.
  case unknownName(UnknownName)
  /// A name is already in use.
  case nameInUse(String)
  /// A value has the wrong type. Contains the expected types and the type that was found.
  case type(expected: [JSONValue.Kind], found: JSONValue.Kind)
  /// The supported numbers, such as versions.
  case supported([Int])
}

extension FaultDetail {
  /// The details as the end of a message for people. Nil if they add nothing to the message.
  package var hint: String? {
    switch self {
    case .unknownName(let unknown): unknown.hint
    case .nameInUse, .type: nil
    case .supported(let numbers): "supported: \(numbers.map(String.init).joined(separator: ", "))."
    }
  }
}

extension JSONValue.Kind {
  /// The name of the kind's type in JSON Schema. The type of a real number is `number`.
  public var typeName: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .integer: "integer"
    case .real: "number"
    case .boolean: "boolean"
    case .null: "null"
    }
  }

  /// Creates a kind from the name of a type in JSON Schema. Returns nil if no kind has such a type.
  public init?(typeName: String) {
    guard let kind = JSONValue.Kind.allCases.first(where: { $0.typeName == typeName }) else { return nil }
    self = kind
  }

  /// The words for a value of this kind in messages: "an object".
  var words: String {
    switch self {
    case .object, .array, .integer: "an \(typeName)"
    case .string, .real, .boolean: "a \(typeName)"
    case .null: typeName
    }
  }
}
