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

extension Float: JSONCodable {
  public static var jsonSchema: JSONSchema { .number }

  /// Reads a number and rounds it to the nearest `Float`.
  public init(json: JSONValue) throws(JSONDecodingError) {
    self = Float(try Double(json: json))
    guard isFinite else { throw JSONDecodingError("is too large for a Float") }
  }

  public func encode(to writer: inout JSONWriter) { writer.write(self) }
}

extension Duration: JSONCodable {
  public static var jsonSchema: JSONSchema { .number }

  /// Reads a number of seconds. A fraction is rounded to the nanosecond.
  public init(json: JSONValue) throws(JSONDecodingError) {
    if let seconds = json.integer {
      self = .seconds(seconds)
      return
    }
    let seconds = try Double(json: json)
    guard let whole = Int64(exactly: seconds.rounded(.towardZero)) else {
      throw JSONDecodingError("is too long for a duration")
    }
    self = .seconds(whole) + .nanoseconds(Int64(((seconds - Double(whole)) * 1e9).rounded()))
  }

  /// Writes the number of seconds. A number with a fraction is rounded to the nearest `Double`.
  public func encode(to writer: inout JSONWriter) {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { writer.write(seconds) } else { writer.write(Double(seconds) + Double(attoseconds) / 1e18) }
  }
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

extension Set: JSONRepresentable where Element: JSONRepresentable {
  public static var jsonSchema: JSONSchema { .set(of: Element.jsonSchema) }
}

extension Set: JSONEncodable where Element: JSONEncodable {
  /// Writes an array. The elements are sorted by their texts, so that equal sets are written as equal texts.
  public func encode(to writer: inout JSONWriter) {
    // After an error, nothing is read: a value that contains itself in two sets would be read without end.
    guard writer.error == nil else { return writer.writeNull() }
    var texts: [[UInt8]] = []
    for element in self {
      var text = writer.nested()
      element.encode(to: &text)
      if text.readsObjects { writer.markReadsObjects() }
      if let error = text.error { return writer.writeError(error.reason) }
      texts.append(text.bytes)
    }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    writer.array { writer in
      for text in texts { writer.write(encoded: text) }
    }
  }
}

extension Set: JSONDecodable where Element: JSONDecodable {
  public init(json: JSONValue) throws(JSONDecodingError) {
    self = []
    for (index, element) in try [Element](json: json).enumerated() where !insert(element).inserted {
      throw JSONDecodingError("must not repeat another element", at: JSONPointer(String(index)))
    }
  }
}
