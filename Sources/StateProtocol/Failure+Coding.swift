public import JSON
public import JSONRPC

extension JSONWriter {
  /// Writes the response to a request that failed.
  public mutating func response(to id: RequestID, failure: Failure) {
    response(to: id, code: failure.kind.code, message: failure.message) { failure.kind.writeData(to: &$0) }
  }

  /// Writes what the response to a request that failed has beside the version, into the object that is open.
  public mutating func reply(to id: RequestID, failure: Failure) {
    reply(to: id, code: failure.kind.code, message: failure.message) { failure.kind.writeData(to: &$0) }
  }
}

extension Failure {
  /// Reads the error of a response.
  public init(_ error: ResponseError) {
    self.init(Kind(error) ?? .other(code: error.code, name: error.kindName ?? ""), error.message)
  }
}

extension ResponseError {
  fileprivate var kindName: String? { data?[Failure.kindMember]?.string }
}

/// The names of the members of `data`.
private enum DataName {
  static let line = "line"
  static let column = "column"
  static let available = "available"
  static let path = "path"
  static let candidates = "candidates"
  static let reason = "reason"
  static let commit = "commit"
  static let limit = "limit"
  static let retryable = "retryable"
}

extension Failure {
  /// The member of `data` that names the kind.
  public static let kindMember = "kind"

  /// What all failures of one kind have in common, for schemas.
  public struct Description: Sendable {
    /// The stable name, which every error carries in `data`.
    public let name: String
    /// The number on the wire.
    public let code: Int
    /// When a server answers with it.
    public let meaning: String
    /// What `data` holds beside the name.
    public let data: [JSONSchema.Member]
  }

  /// The kinds of failures that a server answers with.
  public static let descriptions = [
    parseError, invalidRequest, methodNotFound, invalidParams, internalError, requestCancelled, contentModified,
    overloaded,
  ]

  private static let parseError = Description(
    name: "ParseError", code: -32700, meaning: "Not JSON, duplicate keys, too deep, or not UTF-8.",
    data: [
      JSONSchema.Member(DataName.line, Int.self, description: "The line of the fault, from 1."),
      JSONSchema.Member(DataName.column, Int.self, description: "How many characters of the line were read."),
    ])
  private static let invalidRequest = Description(
    name: "InvalidRequest", code: -32600, meaning: "Not a JSON-RPC request, or one that may not come now.", data: [])
  private static let methodNotFound = Description(
    name: "MethodNotFound", code: -32601, meaning: "No such method, or the view has no such action.",
    data: [
      JSONSchema.Member(DataName.available, [String].self, description: "The names that could have been used.")
    ])
  private static let invalidParams = Description(
    name: "InvalidParams", code: -32602,
    meaning: "An unknown view, type, session or property, or a wrong argument.",
    data: [
      JSONSchema.Member(
        DataName.path, String.self, description: "Where the fault is in `params`, as a JSON Pointer."),
      JSONSchema.Member(
        DataName.candidates, [String].self, isRequired: false,
        description: "The views that could have been meant, the first hundred by name."),
    ])
  private static let internalError = Description(
    name: "InternalError", code: -32603, meaning: "A fault of the server's own.", data: [])
  private static let requestCancelled = Description(
    name: "RequestCancelled", code: -32800, meaning: "The call was cancelled before it settled.",
    data: [JSONSchema.Member(DataName.reason, CancellationReason.self, description: "Why it was cancelled.")])
  private static let contentModified = Description(
    name: "ContentModified", code: -32801, meaning: "The view has changed since the commit that the caller named.",
    data: [JSONSchema.Member(DataName.commit, Int.self, description: "The current commit.")])
  private static let overloaded = Description(
    name: "Overloaded", code: -32001, meaning: "A limit of the server was passed.",
    data: [
      JSONSchema.Member(
        DataName.limit, String.self, description: "The name of the limit, as `initialize` tells it."),
      JSONSchema.Member(DataName.retryable, Bool.self, description: "Whether the same may succeed later."),
    ])
}

extension Failure.Kind {
  private var description: Failure.Description? {
    switch self {
    case .parseError: Failure.parseError
    case .invalidRequest: Failure.invalidRequest
    case .methodNotFound: Failure.methodNotFound
    case .invalidParams: Failure.invalidParams
    case .internalError: Failure.internalError
    case .requestCancelled: Failure.requestCancelled
    case .contentModified: Failure.contentModified
    case .overloaded: Failure.overloaded
    case .other: nil
    }
  }

  /// The number on the wire.
  public var code: Int {
    if case .other(let code, _) = self { code } else { description?.code ?? 0 }
  }

  /// The stable name, which programs branch on.
  public var name: String {
    if case .other(_, let name) = self { name } else { description?.name ?? "" }
  }

  /// Writes `data`.
  fileprivate func writeData(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  private func writeMembers(to writer: inout JSONWriter) {
    writer.member(Failure.kindMember, name)
    switch self {
    case .parseError(let line, let column):
      writer.member(DataName.line, line)
      writer.member(DataName.column, column)
    case .methodNotFound(let available): writer.member(DataName.available, available)
    case .invalidParams(let path, let candidates):
      writer.member(DataName.path, path.description)
      if let candidates { writer.member(DataName.candidates, candidates) }
    case .requestCancelled(let reason): writer.member(DataName.reason, reason)
    case .contentModified(let commit): writer.member(DataName.commit, commit)
    case .overloaded(let limit):
      writer.member(DataName.limit, limit.rawValue)
      writer.member(DataName.retryable, true)
    case .invalidRequest, .internalError, .other: break
    }
  }

  /// Reads a kind; nil if its name is not known, or what it must have is missing.
  fileprivate init?(_ error: ResponseError) {
    guard let data = error.data, let name = error.kindName else { return nil }
    switch name {
    case Failure.parseError.name:
      guard let line: Int = data.member(DataName.line), let column: Int = data.member(DataName.column)
      else { return nil }
      self = .parseError(line: line, column: column)
    case Failure.invalidRequest.name: self = .invalidRequest
    case Failure.methodNotFound.name: self = .methodNotFound(available: data.member(DataName.available) ?? [])
    case Failure.invalidParams.name:
      guard let path = data.member(DataName.path).flatMap(JSONPointer.init(parsing:)) else { return nil }
      self = .invalidParams(path: path, candidates: data.member(DataName.candidates))
    case Failure.internalError.name: self = .internalError
    case Failure.requestCancelled.name:
      guard let reason: CancellationReason = data.member(DataName.reason) else { return nil }
      self = .requestCancelled(reason)
    case Failure.contentModified.name:
      guard let commit: Int = data.member(DataName.commit) else { return nil }
      self = .contentModified(commit: commit)
    case Failure.overloaded.name:
      guard let limit = data.member(DataName.limit).flatMap(PassedLimit.init(rawValue:)) else { return nil }
      self = .overloaded(limit)
    default: return nil
    }
  }
}

extension JSONValue {
  /// A member, or nil if it is missing or of another type.
  fileprivate func member<Value: JSONDecodable>(_ name: String) -> Value? {
    try? decode(name)  // Whoever reads an error makes the best of what it says.
  }
}
