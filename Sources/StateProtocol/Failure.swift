public import JSON
public import JSONRPC

/// An error of the protocol, which a client receives instead of a result.
///
/// Branch on ``kind``; ``message`` is one sentence for people, and may change.
///
/// ```swift
/// do {
///   _ = try await frontEnd.send(ViewGet(view: "gone"))
/// } catch let failure as Failure where failure.kind == .invalidParams(path: JSONPointer("view")) {
///   message = failure.message
/// }
/// ```
///
/// Errors that are never sent have types of their own, such as `FramingError` and `MessageFault`.
public struct Failure: Error, Hashable, Sendable {
  /// The kind, for programs.
  public let kind: Kind
  /// The message, for people: one sentence.
  public let message: String
  /// Details for programs, such as the available names or the expected types.
  public let detail: FaultDetail?

  /// Creates a failure.
  public init(_ kind: Kind, _ message: String, detail: FaultDetail? = nil) {
    self.kind = kind
    self.message = message
    self.detail = detail
  }

  /// A kind of failure, with the members of `data` that are specific to it.
  public enum Kind: Hashable, Sendable {
    /// Not JSON. Lines are counted from 1; the column is the number of characters that were read in the line.
    case parseError(line: Int, column: Int)
    /// JSON, but not a request, or a request that is not allowed now.
    case invalidRequest
    /// No such method or action, with the available names.
    case methodNotFound(available: [String])
    /// An invalid parameter: its place, and the names of the views that have the action if it is ambiguous.
    case invalidParams(path: JSONPointer, candidates: [String]? = nil)
    /// An internal error of the server.
    case internalError
    /// The call was cancelled before it settled.
    case requestCancelled(CancellationReason)
    /// The view has changed since the commit in `ifCommit`, with the current commit.
    case contentModified(commit: Int)
    /// A limit was exceeded. A retry may succeed.
    case overloaded(PassedLimit)
    /// A kind that is unknown in this version, by its code and name.
    case other(code: Int, name: String)
  }
}

extension Failure {
  /// Creates the failure for a message that is not valid.
  public init(_ fault: MessageFault) {
    switch fault {
    case .notJSON(let error): self.init(.parseError(line: error.line, column: error.column), "\(error).")
    case .notARequest(let reason): self.init(.invalidRequest, reason)
    case .numberOutOfRange(let path): self.init(JSONDecodingError("does not fit 64 bits", at: path))
    case .tooLarge(let limit):
      self.init(.overloaded(.messageSize), "The message is too large: \(limit) bytes are allowed.")
    case .tooManyValues(let limit):
      self.init(.overloaded(.messageValues), "The message has too many values: \(limit) are allowed.")
    case .tooManyEntries(let limit):
      self.init(.overloaded(.batchEntries), "The batch has too many entries: \(limit) are allowed.")
    }
  }

  /// Creates the failure for parameters that cannot be decoded.
  ///
  /// - Parameters:
  ///   - error: The error of the decoder.
  ///   - prefix: The parameter to which the path of the error is relative, or nil for the parameters themselves.
  public init(_ error: JSONDecodingError, inside prefix: String? = nil) {
    let error = prefix.map(error.inside) ?? error
    let subject = error.path.isRoot ? "The parameters" : error.path.isLong ? "A parameter" : error.path.description
    let fault = "\(subject) \(error.reason)"
    self.init(
      .invalidParams(path: error.path), error.detail?.hint.map { "\(fault); \($0)" } ?? "\(fault).",
      detail: error.detail)
  }

  /// The failure for a parameter with an invalid value.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter.
  ///   - reason: The predicate of the message, such as `needs a token`.
  ///   - detail: Details for programs.
  public static func invalid(_ parameter: String, _ reason: String, detail: FaultDetail? = nil) -> Failure {
    Failure(JSONDecodingError(reason, at: JSONPointer(parameter), detail: detail))
  }

  /// The failure for a parameter with an unknown name, with a reason such as `is not open`.
  public static func unknown(_ parameter: String, _ name: UnknownName, _ reason: String) -> Failure {
    invalid(parameter, name.quoted + reason, detail: .unknownName(name))
  }

  /// The failure for a parameter with a new name that is already in use.
  public static func inUse(_ parameter: String, _ name: ExactString) -> Failure {
    invalid(parameter, "\"\(name.string)\" is in use", detail: .nameInUse(name.string))
  }

  /// The failure for an unknown method, with the beginning of the message, such as `There is no method`.
  public static func methodNotFound(_ method: UnknownName, _ reason: String) -> Failure {
    let fault = method.name.map { "\(reason) \"\($0)\"" } ?? "\(reason) of this name"
    return Failure(
      .methodNotFound(available: method.available), method.hint.map { "\(fault); \($0)" } ?? "\(fault).",
      detail: .unknownName(method))
  }

  /// The failure of a call that was cancelled.
  public static func cancelled(_ reason: CancellationReason) -> Failure {
    Failure(.requestCancelled(reason), "The call was cancelled.")
  }
}

extension Failure {
  /// The same failure, with only the candidates that pass a test.
  package func namingCandidates(where isNamed: (String) -> Bool) -> Failure {
    guard case .invalidParams(let path, let candidates?) = kind else { return self }
    return Failure(.invalidParams(path: path, candidates: candidates.filter(isNamed)), message, detail: detail)
  }

  /// The approximate size of the failure in bytes, including the texts of the client that it repeats.
  package var textSize: Int {
    func size(of names: [String]) -> Int { names.reduce(0) { $0 + $1.utf8.count + 16 } }
    let size =
      switch kind {
      case .invalidParams(let path, let candidates): path.approximateSize + size(of: candidates ?? [])
      case .methodNotFound, .parseError, .invalidRequest, .internalError, .requestCancelled, .contentModified,
        .overloaded, .other:
        0
      }
    return message.utf8.count + size + (detail?.textSize ?? 0)
  }
}
