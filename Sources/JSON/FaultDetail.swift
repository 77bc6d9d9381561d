/// Details of a fault for programs, in addition to its place.
///
/// Indirect, because errors are passed through many calls and few have details.
public indirect enum FaultDetail: Hashable, Sendable {
  /// A name, or a value of an enumeration, is unknown.
  case unknownName(UnknownName)
  /// A name is already in use.
  case nameInUse(String)
  /// A value has the wrong type: the expected types and the found one.
  case type(expected: [JSONValue.Kind], found: JSONValue.Kind)
  /// The supported numbers, such as versions.
  case supported([Int])
}

extension FaultDetail {
  /// The end of the sentence in a message; nil if the details add nothing.
  package var hint: String? {
    switch self {
    case .unknownName(let unknown): unknown.hint
    case .nameInUse, .type: nil
    case .supported(let numbers): "supported: \(numbers.map(String.init).joined(separator: ", "))."
    }
  }

  /// The approximate size of its text, in bytes.
  package var textSize: Int {
    switch self {
    case .unknownName(let unknown): unknown.textSize
    case .nameInUse(let name): name.utf8.count
    case .type, .supported: 64
    }
  }
}

extension JSONValue.Kind {
  /// The name of the type in JSON Schema, which calls all numbers with a fraction just numbers.
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

  /// The kind of a type's name in JSON Schema; nil if there is no such type.
  public init?(typeName: String) {
    guard let kind = JSONValue.Kind.allCases.first(where: { $0.typeName == typeName }) else { return nil }
    self = kind
  }

  /// A value of the kind, in words.
  var words: String {
    switch self {
    case .object, .array, .integer: "an \(typeName)"
    case .string, .real, .boolean: "a \(typeName)"
    case .null: typeName
    }
  }
}
