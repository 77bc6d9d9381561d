import JSON

extension JSONSchema {
  /// The schema of the values other than null.
  var withoutNull: JSONSchema {
    if case .nullable(let inner) = self { inner } else { self }
  }

  /// Whether the values are texts or numbers that a person types.
  var isField: Bool {
    switch self {
    case .string, .formatted, .pattern, .integer, .range, .number: true
    default: false
    }
  }

  /// Whether the values are texts or numbers.
  var isTextOrNumber: Bool {
    if case .enumeration = self { true } else { isField }
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
}
