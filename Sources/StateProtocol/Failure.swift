public import JSON
public import JSONRPC

/// The failure that a client gets instead of a result.
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
/// Failures that are never sent have types of their own, such as `FramingError` and `MessageFault`.
public struct Failure: Error, Hashable, Sendable {
  /// What went wrong, for programs.
  public let kind: Kind
  /// What went wrong, for people: one sentence.
  public let message: String
  /// What else the server knows of it, for programs: names that could have been meant, or types.
  public let detail: FaultDetail?

  /// A failure of a kind, with a sentence for people.
  public init(_ kind: Kind, _ message: String, detail: FaultDetail? = nil) {
    self.kind = kind
    self.message = message
    self.detail = detail
  }

  /// What went wrong, with the members of `data` that a program may need.
  public enum Kind: Hashable, Sendable {
    /// Not JSON. The line counts from 1; the column is how many characters of the line were read.
    case parseError(line: Int, column: Int)
    /// JSON, but not a request, or not one that may come now.
    case invalidRequest
    /// No such method or action; the names there are.
    case methodNotFound(available: [String])
    /// A parameter cannot be used: its place, and the views that could have been meant.
    case invalidParams(path: JSONPointer, candidates: [String]? = nil)
    /// A fault of the server.
    case internalError
    /// The call was cancelled before it settled.
    case requestCancelled(CancellationReason)
    /// The view has changed since the commit that the caller named; the current commit.
    case contentModified(commit: Int)
    /// A limit was passed; the same may succeed later.
    case overloaded(PassedLimit)
    /// A kind that this version does not know, by its code and name.
    case other(code: Int, name: String)
  }
}

extension Failure {
  /// The failure that a message with a fault gets.
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

  /// The failure for parameters that cannot be decoded.
  ///
  /// `prefix` is the parameter in which the error's path starts.
  public init(_ error: JSONDecodingError, inside prefix: String? = nil) {
    let error = prefix.map(error.inside) ?? error
    let subject = error.path.isRoot ? "The parameters" : error.path.isLong ? "A parameter" : error.path.description
    let fault = "\(subject) \(error.reason)"
    self.init(
      .invalidParams(path: error.path), error.detail?.hint.map { "\(fault); \($0)" } ?? "\(fault).",
      detail: error.detail)
  }

  /// The failure for a parameter whose value cannot be used, with a reason such as `needs a token`.
  public static func invalid(_ parameter: String, _ reason: String, detail: FaultDetail? = nil) -> Failure {
    Failure(JSONDecodingError(reason, at: JSONPointer(parameter), detail: detail))
  }

  /// The failure for a parameter that names what there is not, with a reason such as `is not open`.
  public static func unknown(_ parameter: String, _ name: UnknownName, _ reason: String) -> Failure {
    invalid(parameter, name.quoted + reason, detail: .unknownName(name))
  }

  /// The failure for a parameter that gives a name which is in use.
  public static func inUse(_ parameter: String, _ name: ExactString) -> Failure {
    invalid(parameter, "\"\(name.string)\" is in use", detail: .nameInUse(name.string))
  }

  /// The failure for a method that there is not, with where it was looked for, as in `There is no method`.
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
  /// The same failure, which names only those of the views that could have been meant that pass the test.
  package func namingCandidates(where isNamed: (String) -> Bool) -> Failure {
    guard case .invalidParams(let path, let candidates?) = kind else { return self }
    return Failure(.invalidParams(path: path, candidates: candidates.filter(isNamed)), message, detail: detail)
  }

  /// About how many bytes its text takes, with what it echoes.
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
