public import JSON

/// The failure a peer receives instead of a result.
///
/// Failures that never reach the wire have types of their own, such as ``FramingError``.
public struct ResponseError: Error, Hashable, Sendable {
  /// The number of a kind of failure; new ones may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// The code with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// What a program may want to know beyond the code; written as members of `data`.
  public enum Detail: Hashable, Sendable {
    /// Where the fault is in the text, in lines from 1 and characters of that line.
    case position(line: Int, column: Int)
    /// Where the fault is in `params`.
    case path(JSONPointer)
    /// The names that could have been used.
    case available([String])
    /// The views that could have been meant.
    case candidates([String])
    /// Why the call was cancelled.
    case reason(String)
    /// The current commit.
    case commit(Int)
    /// The limit that was passed; trying again later may succeed.
    case limit(String)
  }

  /// What went wrong; programs branch on ``Code/kind``, people read ``message``.
  public let code: Code
  /// One sentence for people.
  public let message: String
  /// What else a program may want to know.
  public let details: [Detail]

  /// A failure of a kind, in words.
  public init(_ code: Code, _ message: String, _ details: Detail...) {
    self.init(code, message, details: details)
  }

  private init(_ code: Code, _ message: String, details: [Detail]) {
    self.code = code
    self.message = message
    self.details = details
  }
}

extension ResponseError {
  /// The same failure, which names only those of the views that could have been meant that pass the test.
  package func namingCandidates(where isNamed: (String) -> Bool) -> ResponseError {
    let details = details.map { detail in
      guard case .candidates(let views) = detail else { return detail }
      return .candidates(views.filter(isNamed))
    }
    return ResponseError(code, message, details: details)
  }

  /// About how many bytes its text takes, with what it echoes.
  package var textSize: Int {
    details.reduce(message.utf8.count) { size, detail in
      switch detail {
      case .path(let pointer): size + pointer.description.utf8.count
      case .available(let names), .candidates(let names): names.reduce(size) { $0 + $1.utf8.count + 16 }
      case .position, .reason, .commit, .limit: size
      }
    }
  }
}

extension ResponseError.Code {
  /// Not JSON, duplicate keys, too deep, not UTF-8.
  public static let parseError = Self(rawValue: -32700)
  /// JSON, but no JSON-RPC request, or one that may not come now.
  public static let invalidRequest = Self(rawValue: -32600)
  /// No such method, or the view has no such action.
  public static let methodNotFound = Self(rawValue: -32601)
  /// An unknown view, type, session or property, or a wrong argument.
  public static let invalidParams = Self(rawValue: -32602)
  /// A fault of the server's own.
  public static let internalError = Self(rawValue: -32603)
  /// The call was cancelled before it settled.
  public static let requestCancelled = Self(rawValue: -32800)
  /// The view has changed since the commit that the caller named.
  public static let contentModified = Self(rawValue: -32801)
  /// A limit of the server was passed.
  public static let overloaded = Self(rawValue: -32001)

  /// The stable name of the code, which every error carries as `data.kind`.
  public var kind: String {
    switch self {
    case .parseError: "ParseError"
    case .invalidRequest: "InvalidRequest"
    case .methodNotFound: "MethodNotFound"
    case .invalidParams: "InvalidParams"
    case .internalError: "InternalError"
    case .requestCancelled: "RequestCancelled"
    case .contentModified: "ContentModified"
    case .overloaded: "Overloaded"
    default: "ServerError"
    }
  }
}

extension ResponseError: JSONEncodable {
  public static var jsonSchema: JSONSchema { .any }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code.rawValue)
      writer.member("message", message)
      writer.key("data")
      writer.object { writer in
        writer.member("kind", code.kind)
        for detail in details { detail.write(to: &writer) }
      }
    }
  }
}

extension ResponseError.Detail {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .position(let line, let column):
      writer.member("line", line)
      writer.member("column", column)
    case .path(let pointer): writer.member("path", pointer.description)
    case .available(let names): writer.member("available", names)
    case .candidates(let views): writer.member("candidates", views)
    case .reason(let reason): writer.member("reason", reason)
    case .commit(let commit): writer.member("commit", commit)
    case .limit(let name):
      writer.member("limit", name)
      writer.member("retryable", true)
    }
  }
}
