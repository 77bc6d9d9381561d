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

  /// What `data` holds beside the kind.
  var details: [JSONSchema.Member] {
    switch self {
    case .parseError:
      [
        JSONSchema.Member("line", Int.self, description: "The line of the fault, from 1."),
        JSONSchema.Member("column", Int.self, description: "How many characters of the line were read."),
      ]
    case .methodNotFound:
      [JSONSchema.Member("available", [String].self, description: "The names that could have been used.")]
    case .invalidParams:
      [
        JSONSchema.Member("path", String.self, description: "Where the fault is in `params`, as a JSON Pointer."),
        JSONSchema.Member(
          "candidates", [String].self, isRequired: false,
          description: "The views that could have been meant, the first hundred by name."),
      ]
    case .requestCancelled:
      [JSONSchema.Member("reason", CancellationReason.self, description: "Why it was cancelled.")]
    case .contentModified: [JSONSchema.Member("commit", Int.self, description: "The current commit.")]
    case .overloaded:
      [
        JSONSchema.Member("limit", String.self, description: "The name of the limit, as `initialize` tells it."),
        JSONSchema.Member("retryable", Bool.self, description: "Whether the same may succeed later."),
      ]
    default: []
    }
  }
}
