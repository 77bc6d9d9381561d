public import JSON

/// A JSON value that shares no code with the code under test. Strings are bytes, so that canonically equivalent texts
/// are different.
public indirect enum Value: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// A number beyond 64 bits, which is valid JSON and which the parser refuses.
  case oversized
  case string([UInt8])
  case array([Value])
  case object([[UInt8]: Value])
}

extension Value {
  /// The value of a string.
  public static func text(_ text: String) -> Value { .string(Array(text.utf8)) }

  /// The value of a parsed document, read by its accessors.
  public init(_ json: JSONValue) {
    switch json.kind {
    case .null: self = .null
    case .boolean: self = .boolean(json.boolean == true)
    case .integer: self = .integer(json.integer ?? 0)
    case .real: self = .real(json.number ?? .nan)
    case .string: self = .string(Array((json.string ?? "").utf8))
    case .array: self = .array(json.elements.map(Value.init))
    case .object:
      self = .object(
        Dictionary(json.members.map { (Array($0.key.utf8), Value($0.value)) }) { first, _ in first })
    }
  }

  /// The member of an object.
  public subscript(key: String) -> Value? {
    if case .object(let members) = self { members[Array(key.utf8)] } else { nil }
  }

  /// The members of an object.
  public var members: [[UInt8]: Value]? { if case .object(let members) = self { members } else { nil } }

  /// The elements of an array.
  public var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text of a string.
  public var string: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The number of an integer.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The depth of nested arrays and objects; 0 for a scalar.
  public var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    default: 0
    }
  }

  /// Whether the name of a member contains a NUL, which is valid JSON and which jansson refuses.
  public var hasNULInName: Bool {
    members?.keys.contains { $0.contains(0) } ?? false || parts.contains(where: \.hasNULInName)
  }

  /// Whether it is or contains a number beyond 64 bits.
  public var hasOversized: Bool { self == .oversized || parts.contains(where: \.hasOversized) }

  /// The elements of an array, or the values of an object.
  private var parts: [Value] { elements ?? members.map { Array($0.values) } ?? [] }
}
