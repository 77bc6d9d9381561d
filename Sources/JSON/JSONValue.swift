import CJansson

/// A JSON value that was parsed from text.
///
/// A value is a read-only view into the parsed document and keeps the document in memory. Reading a member copies only
/// scalars. To write JSON text, use ``JSONWriter``.
public struct JSONValue: Sendable {
  /// The kind of a value. A number is real if its text has a fraction or an exponent, and an integer otherwise.
  public enum Kind: CaseIterable, Sendable {
    case object, array, string, integer, real, boolean, null
  }

  let document: JSONDocument
  // The compiler cannot check that this is safe. It is: the tree is read-only, and the document keeps it in memory.
  nonisolated(unsafe) let node: JSONDocument.Node

  /// The empty object.
  public static let emptyObject: JSONValue = {
    guard let document = JSONDocument(size: 256, json_object) else { fatalError("out of memory") }
    return JSONValue(document: document, node: document.root)
  }()

  /// The kind of the value.
  public var kind: Kind {
    switch svvs_json_typeof(node) {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .boolean
    default: .null
    }
  }

  /// Whether this is the literal `null`.
  public var isNull: Bool { kind == .null }

  /// The boolean. Nil for any other kind.
  public var boolean: Bool? {
    switch svvs_json_typeof(node) {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  /// The integer. A real that is a whole number, such as `1.0`, is an integer here. Nil for any other value.
  public var integer: Int64? {
    switch kind {
    case .integer: json_integer_value(node)
    case .real: Int64(exactly: json_real_value(node))
    default: nil
    }
  }

  /// The number, which is an integer or a real. Nil for any other kind.
  public var number: Double? {
    switch kind {
    case .integer, .real: json_number_value(node)
    default: nil
    }
  }

  /// The string, which may contain NUL. Nil for any other kind.
  public var string: String? {
    JSONValue.string(node)
  }

  /// The number of elements or members. 0 for a scalar.
  public var count: Int {
    switch kind {
    case .array: json_array_size(node)
    case .object: json_object_size(node)
    default: 0
    }
  }

  /// The elements of an array. Empty for any other kind.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    return (0..<json_array_size(node)).compactMap { index in json_array_get(node, index).map(view) }
  }

  /// The members of an object, in the order of the text. Empty for any other kind.
  public var members: [(key: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    var members: [(key: String, value: JSONValue)] = []
    members.reserveCapacity(json_object_size(node))
    var iterator = json_object_iter(node)
    while let current = iterator {
      if let key = json_object_iter_key(current), let value = json_object_iter_value(current) {
        members.append((JSONValue.text(key, length: json_object_iter_key_len(current)), view(value)))
      }
      iterator = json_object_iter_next(node, current)
    }
    return members
  }

  /// The member of an object with this name. Nil if there is none or the value is not an object.
  public subscript(key: String) -> JSONValue? {
    member(key).map(view)
  }

  /// Returns the string of a member. Returns nil if the member is not a string, or if there is no such member.
  package func string(at key: String) -> String? {
    member(key).flatMap(JSONValue.string)
  }

  private func member(_ key: String) -> JSONDocument.Node? {
    key.withUTF8Bytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { json_object_getn(node, $0.baseAddress, $0.count) }
    }
  }

  private func view(_ node: JSONDocument.Node) -> JSONValue {
    JSONValue(document: document, node: node)
  }

  private static func string(_ node: JSONDocument.Node) -> String? {
    guard svvs_json_typeof(node) == JSON_STRING, let start = json_string_value(node) else { return nil }
    return text(start, length: json_string_length(node))
  }

  // jansson has checked that its strings are UTF-8.
  private static func text(_ start: UnsafePointer<CChar>, length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}

extension JSONValue: Equatable {
  /// Whether two values are equal. The order of members does not matter. An integer does not equal a real.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    json_equal(left.node, right.node) == 1
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.description
  }
}
