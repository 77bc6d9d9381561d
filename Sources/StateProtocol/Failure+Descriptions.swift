public import JSON

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

  static let parseError = Description(
    name: "ParseError", code: -32700, meaning: "Not JSON, duplicate keys, too deep, or not UTF-8.",
    data: [
      JSONSchema.Member(DataName.line, Int.self, description: "The line of the fault, from 1."),
      JSONSchema.Member(DataName.column, Int.self, description: "How many characters of the line were read."),
    ])
  static let invalidRequest = Description(
    name: "InvalidRequest", code: -32600, meaning: "Not a JSON-RPC request, or one that may not come now.", data: [])
  static let methodNotFound = Description(
    name: "MethodNotFound", code: -32601, meaning: "No such method, or the view has no such action.",
    data: [
      available(isRequired: true), name, suggestion,
    ])
  static let invalidParams = Description(
    name: "InvalidParams", code: -32602,
    meaning: "An unknown view, type, session or property, or a wrong argument.",
    data: [
      JSONSchema.Member(
        DataName.path, String.self, description: "Where the fault is in `params`, as a JSON Pointer."),
      JSONSchema.Member(
        DataName.candidates, [String].self, isRequired: false,
        description: """
          The views that could have been meant, the first hundred by name; none where more than 1,000 are open.
          """),
      name, available(isRequired: false), suggestion,
      JSONSchema.Member(
        DataName.expected, [String].self, isRequired: false,
        description: "The types that the value may have, as JSON Schema calls them."),
      JSONSchema.Member(DataName.found, String.self, isRequired: false, description: "The type that it has."),
      JSONSchema.Member(
        DataName.supported, [Int].self, isRequired: false,
        description: "The versions of the protocol that the server speaks."),
    ])
  private static let name = JSONSchema.Member(
    DataName.name, String.self, isRequired: false, description: "The name that is unknown or in use.")
  private static let suggestion = JSONSchema.Member(
    DataName.suggestion, String.self, isRequired: false,
    description: "The name or value that is the closest to what was given.")

  private static func available(isRequired: Bool) -> JSONSchema.Member {
    JSONSchema.Member(
      DataName.available, [String].self, isRequired: isRequired,
      description: "The names or values that could have been given: the first hundred.")
  }

  static let internalError = Description(
    name: "InternalError", code: -32603, meaning: "A fault of the server's own.", data: [])
  static let requestCancelled = Description(
    name: "RequestCancelled", code: -32800, meaning: "The call was cancelled before it settled.",
    data: [JSONSchema.Member(DataName.reason, CancellationReason.self, description: "Why it was cancelled.")])
  static let contentModified = Description(
    name: "ContentModified", code: -32801, meaning: "The view has changed since the commit that the caller named.",
    data: [JSONSchema.Member(DataName.commit, Int.self, description: "The current commit.")])
  static let overloaded = Description(
    name: "Overloaded", code: -32001, meaning: "A limit of the server was passed.",
    data: [
      JSONSchema.Member(
        DataName.limit, String.self, description: "The name of the limit, as `initialize` tells it."),
      JSONSchema.Member(DataName.retryable, Bool.self, description: "Whether the same may succeed later."),
    ])
}

/// The names of the members of `data`.
enum DataName {
  static let line = "line"
  static let column = "column"
  static let available = "available"
  static let path = "path"
  static let candidates = "candidates"
  static let name = "name"
  static let suggestion = "suggestion"
  static let expected = "expected"
  static let found = "found"
  static let supported = "supported"
  static let reason = "reason"
  static let commit = "commit"
  static let limit = "limit"
  static let retryable = "retryable"
}
