/// Why a JSON value is not one of the type that was asked for.
public struct JSONDecodingError: Error, Hashable, Sendable {
  /// Where the fault is, from the value that was decoded.
  public private(set) var path: JSONPointer
  /// What is wrong there, as the end of a sentence: "must be a string, not a number".
  public let reason: String

  /// An error at the value itself.
  public init(_ reason: String, at path: JSONPointer = JSONPointer()) {
    self.path = path
    self.reason = reason
  }

  /// An error for a value of the wrong kind; it tells the kinds and never the value.
  public init(expected: String, found json: JSONValue) {
    self.init("must be \(expected), not \(json.kind.words)")
  }

  /// The same error, seen from the object or array that holds the value.
  public func inside(_ component: String) -> JSONDecodingError {
    var outer = self
    outer.path.prepend(component)
    return outer
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// The fault in words, with its place.
  public var description: String { path.isRoot ? reason : "\(path) \(reason)" }
}

extension JSONValue.Kind {
  var words: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}
