/// What is known of a fault beside its place, for programs.
///
/// Boxed, since failures are passed on through many calls, and few of them have it.
public indirect enum FaultDetail: Hashable, Sendable {
  /// A name, or a value of an enumeration, is unknown.
  case unknownName(UnknownName)
  /// A name is in use already.
  case nameInUse(String)
  /// A value has the wrong type: the types that are expected, and the one that was found.
  case type(expected: [JSONValue.Kind], found: JSONValue.Kind)
  /// The numbers that are supported, such as versions.
  case supported([Int])
}

extension FaultDetail {
  /// The end of a sentence that tells the fault; nil if there is no more to say.
  package var hint: String? {
    switch self {
    case .unknownName(let unknown): unknown.hint
    case .nameInUse, .type: nil
    case .supported(let numbers): "supported: \(numbers.map(String.init).joined(separator: ", "))."
    }
  }

  /// About how many bytes its text takes.
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
