public import JSON

/// An error of the protocol, which a client receives instead of a result.
///
/// Programs should branch on ``kind``. ``message`` is one sentence for people, and its wording may change.
///
/// ```swift
/// do {
///   _ = try await frontEnd.send(ViewGet(view: "gone"))
/// } catch let failure as Failure where failure.kind == .invalidParams(path: JSONPointer("view")) {
///   message = failure.message
/// }
/// ```
public struct Failure: Error, Hashable, Sendable {
  /// The kind of failure, for programs.
  public let kind: Kind
  /// One sentence for people.
  public let message: String
  /// Details for programs, for example the available names or the expected types.
  public let detail: FaultDetail?

  /// Creates a failure.
  package init(_ kind: Kind, _ message: String, detail: FaultDetail? = nil) {
    self.kind = kind
    self.message = message
    self.detail = detail
  }

  /// A kind of failure. The associated values of a kind are the members of `data` that only this kind has.
  public enum Kind: Hashable, Sendable {
    /// The message is not JSON. Lines are counted from 1. The column is the number of characters that were read in that
    /// line.
    case parseError(line: Int, column: Int)
    /// The message is JSON but not a request, or the request is not allowed now.
    case invalidRequest
    /// There is no such method or action. The associated value contains the available names.
    case methodNotFound(available: [String])
    /// A parameter is invalid. `path` is the place of the fault. If a call does not name a view and several open views
    /// have the action, `candidates` contains the names of these views.
    case invalidParams(path: JSONPointer, candidates: [String]? = nil)
    /// An internal error of the server.
    case internalError
    /// The call was cancelled before it settled.
    case requestCancelled(CancellationReason)
    /// The view has changed since the commit in `ifCommit`. The associated value is the current commit.
    case contentModified(commit: Int)
    /// A limit was exceeded. A retry may succeed.
    case overloaded(PassedLimit)
    /// A kind that this version of the module does not know, given by its code and name.
    case other(code: Int, name: String)
  }
}

extension Failure {
  /// Creates the failure for an invalid message.
  package init(_ fault: MessageFault) {
    switch fault {
    case .notJSON(let error): self.init(.parseError(line: error.line, column: error.column), "\(error).")
    case .notARequest(let reason): self.init(.invalidRequest, reason)
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
  ///   - prefix: The parameter to which the path of the error is relative. If nil, the path is relative to the
  ///     parameters as a whole.
  package init(_ error: JSONDecodingError, inside prefix: String? = nil) {
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
  ///   - reason: The predicate of the message, for example `needs a token`. The subject is the parameter.
  ///   - detail: Details for programs.
  package static func invalid(_ parameter: String, _ reason: String, detail: FaultDetail? = nil) -> Failure {
    Failure(JSONDecodingError(reason, at: JSONPointer(parameter), detail: detail))
  }

  /// The failure for a parameter whose value is an unknown name. In the message, `reason` follows the name; for
  /// example, `is not open`.
  package static func unknown(_ parameter: String, _ name: UnknownName, _ reason: String) -> Failure {
    invalid(parameter, name.quoted + reason, detail: .unknownName(name))
  }

  /// The failure for a parameter whose value should be a new name, but is already in use.
  package static func inUse(_ parameter: String, _ name: ExactString) -> Failure {
    invalid(parameter, "\"\(name.string)\" is in use", detail: .nameInUse(name.string))
  }

  /// The failure for an unknown method. In the message, the name of the method follows `reason`; for example,
  /// `There is no method`.
  package static func methodNotFound(_ method: UnknownName, _ reason: String) -> Failure {
    let fault = method.name.map { "\(reason) \"\($0)\"" } ?? "\(reason) of this name"
    return Failure(
      .methodNotFound(available: method.available), method.hint.map { "\(fault); \($0)" } ?? "\(fault).",
      detail: .unknownName(method))
  }

  /// The failure for a call that was cancelled.
  package static func cancelled(_ reason: CancellationReason) -> Failure {
    Failure(.requestCancelled(reason), "The call was cancelled.")
  }
}

extension Failure {
  /// Returns the same failure with only those candidates for which `isNamed` returns true.
  package func namingCandidates(where isNamed: (String) -> Bool) -> Failure {
    guard case .invalidParams(let path, let candidates?) = kind else { return self }
    return Failure(.invalidParams(path: path, candidates: candidates.filter(isNamed)), message, detail: detail)
  }

  /// The size of the failure as JSON text, in bytes.
  package var textSize: Int {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes.count
  }
}
