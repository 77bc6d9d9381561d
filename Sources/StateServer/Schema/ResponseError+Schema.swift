import JSON
import JSONRPC

extension ResponseError.Code {
  /// Every code that a server answers with.
  static let all: [Self] = [
    .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
    .contentModified, .overloaded,
  ]

  /// When a server answers with it.
  var meaning: String {
    switch self {
    case .parseError: "Not JSON, duplicate keys, too deep, or not UTF-8."
    case .invalidRequest: "Not a JSON-RPC request, or one that may not come now."
    case .methodNotFound: "No such method, or the view has no such action."
    case .invalidParams: "An unknown view, type, session or property, or a wrong argument."
    case .internalError: "A fault of the server's own."
    case .requestCancelled: "The call was cancelled before it settled."
    case .contentModified: "The view has changed since the commit that the caller named."
    case .overloaded: "A limit of the server was passed."
    default: "Another fault."
    }
  }

  /// What `data` may hold beside the kind.
  var details: [(name: String, schema: JSONSchema)] {
    switch self {
    case .parseError: [("line", .integer), ("column", .integer)]
    case .methodNotFound: [("available", .array(of: .string))]
    case .invalidParams: [("path", .string), ("candidates", .array(of: .string))]
    case .requestCancelled: [("reason", .string)]
    case .contentModified: [("commit", .integer)]
    case .overloaded: [("limit", .string), ("retryable", .boolean)]
    default: []
    }
  }
}
