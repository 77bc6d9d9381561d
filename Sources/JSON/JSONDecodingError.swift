/// The reason why a JSON value does not have the requested type.
public struct JSONDecodingError: Error, Hashable, Sendable {
  /// The place of the fault, relative to the decoded value.
  public private(set) var path: JSONPointer
  /// The reason as the end of a sentence, for example "must be a string, not a number".
  public let reason: String
  /// Details for programs.
  public private(set) var detail: FaultDetail?

  /// Creates an error at the value itself, or at a path within it.
  public init(_ reason: String, at path: JSONPointer = JSONPointer(), detail: FaultDetail? = nil) {
    self.path = path
    self.reason = reason
    self.detail = detail
  }

  /// Creates an error for a value of the wrong kind. The error contains the kinds, but not the value.
  public init(expected: JSONValue.Kind..., found json: JSONValue) {
    var words = expected.map(\.words)
    let last = words.popLast() ?? ""
    let list = words.isEmpty ? last : "\(words.joined(separator: ", ")) or \(last)"
    self.init("must be \(list), not \(json.kind.words)", detail: .type(expected: expected, found: json.kind))
  }

  /// Creates an error for an unknown value of an enumeration. The error does not contain the value, which may be
  /// secret.
  public init(expectedOneOf values: [String], found value: String) {
    self.init("cannot have this value", detail: .unknownName(UnknownName(value: value, among: values)))
  }

  /// Creates an error for an unknown value of an enum with integer raw values.
  public init<Case: RawRepresentable>(expectedOneOf cases: [Case]) where Case.RawValue: BinaryInteger {
    let others = cases.count > 10 ? " or another value of the schema" : ""
    self.init("must be one of \(cases.prefix(10).map { "\($0.rawValue)" }.joined(separator: ", "))\(others)")
  }

  /// Creates an error for a member with an unknown name. The error contains the known names.
  public init(_ reason: String, unknown name: String, among available: [String], or others: [String] = []) {
    let unknown = UnknownName(name, among: available, or: others)
    self.init(reason, at: JSONPointer(name), detail: .unknownName(unknown))
  }

  /// Returns the same error with a path relative to the object or array that contains the value.
  public func inside(_ component: String) -> JSONDecodingError {
    var outer = self
    outer.path.prepend(component)
    return outer
  }

  /// The same error without the unknown name and the suggestion, for a value that is secret.
  package var withoutSuggestion: JSONDecodingError {
    guard case .unknownName(let unknown) = detail else { return self }
    var error = self
    error.detail = .unknownName(UnknownName(name: nil, available: unknown.available, suggestion: nil))
    return error
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// The path, if it is not empty, and the reason.
  public var description: String { path.isRoot ? reason : "\(path) \(reason)" }
}
