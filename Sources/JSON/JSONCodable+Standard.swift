extension Bool: JSONCodable {
  public static var jsonSchema: JSONSchema { .boolean }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = json.boolean else { throw JSONDecodingError(expected: .boolean, found: json) }
    self = value
  }

  public func encode(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int64: JSONCodable {
  public static var jsonSchema: JSONSchema { .integer }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = json.integer else { throw JSONDecodingError(expected: .integer, found: json) }
    self = value
  }

  public func encode(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int: JSONCodable {
  public static var jsonSchema: JSONSchema { .integer }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = Int(exactly: try Int64(json: json)) else {
      throw JSONDecodingError("is too large for this machine")
    }
    self = value
  }

  public func encode(to writer: inout JSONWriter) { writer.write(Int64(self)) }
}

extension Double: JSONCodable {
  public static var jsonSchema: JSONSchema { .number }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = json.number else { throw JSONDecodingError(expected: .real, found: json) }
    self = value
  }

  public func encode(to writer: inout JSONWriter) { writer.write(self) }
}

extension String: JSONCodable {
  public static var jsonSchema: JSONSchema { .string }

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = json.string else { throw JSONDecodingError(expected: .string, found: json) }
    self = value
  }

  public func encode(to writer: inout JSONWriter) { writer.write(self) }
}

extension JSONValue: JSONCodable {
  public static var jsonSchema: JSONSchema { .any }

  public init(json: JSONValue) { self = json }

  public func encode(to writer: inout JSONWriter) {
    switch kind {
    case .object:
      writer.object { writer in
        for (key, value) in members { writer.member(key, value) }
      }
    case .array: elements.encode(to: &writer)
    case .string: writer.write(string ?? "")
    case .integer: writer.write(integer ?? 0)
    case .real: writer.write(number ?? 0)
    case .boolean: writer.write(boolean ?? false)
    case .null: writer.writeNull()
    }
  }
}

// MARK: - Containers

extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
  public static var jsonSchema: JSONSchema { .nullable(Wrapped.jsonSchema) }

  public static var mayBeAbsent: Bool { true }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    if let value = self { value.encode(to: &writer) } else { writer.writeNull() }
  }
}

extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  public static var valueWhenAbsent: Self? { .some(nil) }

  public init(json: JSONValue) throws(JSONDecodingError) {
    self = json.isNull ? nil : try Wrapped(json: json)
  }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  public static var jsonSchema: JSONSchema { .array(of: Element.jsonSchema) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      for element in self { element.encode(to: &writer) }
    }
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  public init(json: JSONValue) throws(JSONDecodingError) {
    guard json.kind == .array else { throw JSONDecodingError(expected: .array, found: json) }
    self = []
    for (index, element) in json.elements.enumerated() {
      do {
        append(try Element(json: element))
      } catch {
        throw error.inside(String(index))
      }
    }
  }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
  public static var jsonSchema: JSONSchema { .dictionary(of: Value.jsonSchema) }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
  /// Keys are sorted, so that equal dictionaries write equal text.
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      for (key, value) in self.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
    }
  }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self = [:]
    for (key, member) in json.members {
      do {
        self[key] = try Value(json: member)
      } catch {
        throw error.inside(key)
      }
    }
  }
}
