public import JSON
public import JSONRPC

/// The failure that a peer receives instead of a result.
///
/// Failures that never reach the wire have types of their own, such as ``FramingError`` and ``MessageFault``.
///
/// ```swift
/// throw Failure(.invalidParams(path: JSONPointer("view")), "/view is not open.")
/// ```
public struct Failure: Error, Hashable, Sendable {
  /// What went wrong, for programs.
  public let kind: Kind
  /// What went wrong, for people: one sentence.
  public let message: String

  /// A failure of a kind, in words.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// A kind of failure, with what a program may want to know; the members of `data`.
  public enum Kind: Hashable, Sendable {
    /// The text is no JSON; the position is where, in lines from 1 and characters of that line.
    case parseError(line: Int, column: Int)
    /// JSON, but no request, or one that may not come now.
    case invalidRequest
    /// There is no such method or action; those there are.
    case methodNotFound(available: [String])
    /// A parameter cannot be used; where it is, and the views that could have been meant.
    case invalidParams(path: JSONPointer, candidates: [String]? = nil)
    /// A fault of the server's own.
    case internalError
    /// The call was cancelled.
    case requestCancelled(CancellationReason)
    /// The view has changed since the commit that the caller named; the current one.
    case contentModified(commit: Int)
    /// A limit was passed; trying again later may succeed.
    case overloaded(PassedLimit)
    /// One that this version does not know, by its code and its name.
    case other(code: Int, name: String)
  }
}

extension Failure {
  /// The failure that a fault of a message is answered with.
  public init(_ fault: MessageFault) {
    switch fault {
    case .notJSON(let error): self.init(.parseError(line: error.line, column: error.column), "\(error).")
    case .notARequest(let reason): self.init(.invalidRequest, reason)
    case .numberOutOfRange(let path): self.init(JSONDecodingError("does not fit 64 bits", at: path))
    }
  }

  /// The failure for parameters that cannot be decoded; `prefix` is where they stand in `params`.
  public init(_ error: JSONDecodingError, inside prefix: String? = nil) {
    let error = prefix.map(error.inside) ?? error
    let subject = error.path.isRoot ? "The parameters" : error.path.description
    self.init(.invalidParams(path: error.path), "\(subject) \(error.reason).")
  }

  /// The failure for a parameter whose value cannot be used.
  public static func invalid(_ parameter: String, _ reason: String) -> Failure {
    Failure(JSONDecodingError(reason, at: JSONPointer(parameter)))
  }

  /// The answer to a call that was cancelled.
  public static func cancelled(_ reason: CancellationReason) -> Failure {
    Failure(.requestCancelled(reason), "The call was cancelled.")
  }
}

extension Failure {
  /// The same failure, which names only those of the views that could have been meant that pass the test.
  package func namingCandidates(where isNamed: (String) -> Bool) -> Failure {
    guard case .invalidParams(let path, let candidates?) = kind else { return self }
    return Failure(.invalidParams(path: path, candidates: candidates.filter(isNamed)), message)
  }

  /// About how many bytes its text takes, with what it echoes.
  package var textSize: Int {
    func size(of names: [String]) -> Int { names.reduce(0) { $0 + $1.utf8.count + 16 } }
    return switch kind {
    case .invalidParams(let path, let candidates):
      message.utf8.count + path.description.utf8.count + size(of: candidates ?? [])
    case .methodNotFound(let available): message.utf8.count + size(of: available)
    case .parseError, .invalidRequest, .internalError, .requestCancelled, .contentModified, .overloaded, .other:
      message.utf8.count
    }
  }
}
