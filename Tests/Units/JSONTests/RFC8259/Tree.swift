import JSON

/// The expected value of a text, written as literals in a table of test cases. Two trees are equal if their members are
/// in the same order and their reals and strings have the same bits.
enum Tree: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([Tree])
  case object([(key: String, value: Tree)])
}

extension Tree {
  init(_ json: JSONValue) {
    self =
      switch json.kind {
      case .null: .null
      case .boolean: json.boolean.map(Tree.boolean) ?? .null
      case .integer: json.integer.map(Tree.integer) ?? .null
      case .real: json.number.map(Tree.real) ?? .null
      case .string: json.string.map(Tree.string) ?? .null
      case .array: .array(json.elements.map(Tree.init))
      case .object: .object(json.members.map { ($0.key, Tree($0.value)) })
      }
  }
}

extension Tree: Equatable {
  static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    // `==` does not distinguish 0.0 from -0.0.
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    // `==` does not distinguish strings that are canonically equivalent in Unicode.
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }
}

// MARK: - Literals

extension Tree: ExpressibleByNilLiteral {
  init(nilLiteral: ()) { self = .null }
}

extension Tree: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Tree: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Tree: ExpressibleByFloatLiteral {
  init(floatLiteral value: Double) { self = .real(value) }
}

extension Tree: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}

extension Tree: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Tree...) { self = .array(elements) }
}

extension Tree: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, Tree)...) { self = .object(members.map { ($0.0, $0.1) }) }
}
