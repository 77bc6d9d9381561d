/// Why a JSON value is not one of the type that was asked for.
public struct JSONDecodingError: Error, Hashable, Sendable {
  /// Where the fault is, from the value that was decoded.
  public private(set) var path: JSONPointer
  /// What is wrong there, as the end of a sentence: "must be a string, not a number".
  public let reason: String
  /// What else is known of it, for programs.
  public private(set) var detail: FaultDetail?

  /// An error at the value itself.
  public init(_ reason: String, at path: JSONPointer = JSONPointer(), detail: FaultDetail? = nil) {
    self.path = path
    self.reason = reason
    self.detail = detail
  }

  /// An error for a value of the wrong kind; it tells the kinds and never the value.
  public init(expected: JSONValue.Kind..., found json: JSONValue) {
    var words = expected.map(\.words)
    let last = words.popLast() ?? ""
    let list = words.isEmpty ? last : "\(words.joined(separator: ", ")) or \(last)"
    self.init("must be \(list), not \(json.kind.words)", detail: .type(expected: expected, found: json.kind))
  }

  /// An error for an unknown value of an enumeration. The value itself, which may be secret, is not in it.
  public init(expectedOneOf values: [String], found value: String) {
    self.init("cannot have this value", detail: .unknownName(UnknownName(value: value, among: values)))
  }

  /// An error for a member with an unknown name, which lists the known ones.
  public init(_ reason: String, unknown name: String, among available: [String], or others: [String] = []) {
    let unknown = UnknownName(name, among: available, or: others)
    self.init(reason, at: JSONPointer(name), detail: .unknownName(unknown))
  }

  /// The same error, seen from the object or array that holds the value.
  public func inside(_ component: String) -> JSONDecodingError {
    var outer = self
    outer.path.prepend(component)
    return outer
  }

  /// The same error without the suggestion, for a value that is secret.
  package var withoutSuggestion: JSONDecodingError {
    guard case .unknownName(let unknown) = detail else { return self }
    var error = self
    error.detail = .unknownName(UnknownName(name: nil, available: unknown.available, suggestion: nil))
    return error
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// The fault in words, with its place.
  public var description: String { path.isRoot ? reason : "\(path) \(reason)" }
}
