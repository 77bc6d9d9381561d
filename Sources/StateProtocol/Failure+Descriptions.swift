extension Failure {
  /// The name of the member in an error's `data` that contains the name of the error's kind.
  package static let kindMember = "kind"

  /// A description of one kind of failure. It is used in schemas.
  package struct Description: Sendable {
    /// The stable name of the kind. The `data` of each error of this kind contains the name.
    package let name: String
    /// The JSON-RPC error code.
    package let code: Int
    /// The meaning of the kind, for people.
    package let meaning: String
    /// The members that `data` has in addition to the name of the kind.
    package let data: [JSONSchema.Member]
  }

  /// Descriptions of all kinds of failures that a server sends.
  package static let descriptions = [
    parseError, invalidRequest, methodNotFound, invalidParams, internalError, requestCancelled, contentModified,
    overloaded,
  ]

  static let parseError = Description(
    name: "ParseError", code: -32700,
    meaning: "Not JSON, duplicate keys, too deep, not UTF-8, or a number that does not fit.",
    data: [
      JSONSchema.Member(DataName.line, Int.self, description: "The line of the fault, from 1."),
      JSONSchema.Member(DataName.column, Int.self, description: "The number of characters read in the line."),
    ])
  static let invalidRequest = Description(
    name: "InvalidRequest", code: -32600, meaning: "Not a JSON-RPC request, or a request that is not allowed now.",
    data: [])
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
        DataName.path, String.self, description: "The place of the fault in `params`, as a JSON Pointer."),
      JSONSchema.Member(
        DataName.candidates, [String].self, isRequired: false,
        description: """
          The names of the views that have the action: the first hundred in order; left out if more than 1,000 are open.
          """),
      name, available(isRequired: false), suggestion,
      JSONSchema.Member(
        DataName.expected, [String].self, isRequired: false,
        description: "The allowed types of the value, in terms of JSON Schema."),
      JSONSchema.Member(DataName.found, String.self, isRequired: false, description: "The type of the value."),
      JSONSchema.Member(
        DataName.supported, [Int].self, isRequired: false,
        description: "The versions of the protocol that the server supports."),
    ])
  private static let name = JSONSchema.Member(
    DataName.name, String.self, isRequired: false, description: "The name that is unknown or in use.")
  private static let suggestion = JSONSchema.Member(
    DataName.suggestion, String.self, isRequired: false,
    description: "The available name or value that is most similar to the given one.")

  private static func available(isRequired: Bool) -> JSONSchema.Member {
    JSONSchema.Member(
      DataName.available, [String].self, isRequired: isRequired,
      description: "The available names or values: the first hundred.")
  }

  static let internalError = Description(
    name: "InternalError", code: -32603, meaning: "An internal error of the server.", data: [])
  static let requestCancelled = Description(
    name: "RequestCancelled", code: -32800, meaning: "The call was cancelled before it settled.",
    data: [JSONSchema.Member(DataName.reason, CancellationReason.self, description: "The reason of the cancellation.")])
  static let contentModified = Description(
    name: "ContentModified", code: -32801,
    meaning: "The view has changed since the commit in `ifCommit`, or the answered question is not asked any more.",
    data: [JSONSchema.Member(DataName.commit, Int.self, description: "The current commit.")])
  static let overloaded = Description(
    name: "Overloaded", code: -32001, meaning: "A limit of the server was exceeded.",
    data: [
      JSONSchema.Member(
        DataName.limit, String.self, description: "The name of the limit, as in the result of `initialize`."),
      JSONSchema.Member(DataName.retryable, Bool.self, description: "Whether a retry may succeed."),
    ])
}

/// The names of the members that an error's `data` may have.
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
