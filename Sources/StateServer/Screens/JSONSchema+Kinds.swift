import JSON
import SVVS
import StateProtocol

extension JSONSchema {
  /// The schema of the values other than null.
  var withoutNull: JSONSchema {
    if case .nullable(let inner) = self { inner } else { self }
  }

  /// Whether the values are texts that a person types.
  var isText: Bool {
    switch self {
    case .string, .formatted, .pattern: true
    default: false
    }
  }

  /// Whether the values are numbers.
  var isNumber: Bool {
    switch self {
    case .integer, .range, .number: true
    default: false
    }
  }

  /// Whether the values are places in files.
  var isFileLocation: Bool { self == FileLocation.jsonSchema }

  /// Whether the values are texts or numbers.
  var isTextOrNumber: Bool {
    if case .enumeration = self { true } else { isText || isNumber }
  }

  /// Whether the values are not arrays.
  var isSingle: Bool {
    switch self {
    case .array, .set: false
    default: true
    }
  }

  /// If this is the schema of an array, the schema of its elements. If this is the schema of an object, this schema.
  /// Nil for any other schema.
  var row: JSONSchema? {
    switch withoutNull {
    case .array(let element), .set(let element): element.withoutNull
    case .object: withoutNull
    default: nil
    }
  }

  /// Whether a value may be null.
  var isNullable: Bool { if case .nullable = self { true } else { false } }

  /// The values at which no work is in progress: false, 0, null, or the values of an enumeration other than `values`.
  func valuesAtRest(otherThan values: [String]) -> [ScreenConstant] {
    switch self {
    case .nullable(let inner): inner.valuesAtRest(otherThan: values) + [.null]
    case .boolean: [.boolean(false)]
    case .integer, .range: [.integer(0)]
    case .enumeration(let enumeration):
      enumeration.values.map(ScreenConstant.init).filter { value in !values.contains { value == .string($0) } }
    default: []
    }
  }
}
