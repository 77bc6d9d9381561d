public import JSON

extension Failure: JSONCodable {
  public static var jsonSchema: JSONSchema { JSONObject.jsonSchema }

  public init(json: JSONValue) throws(JSONDecodingError) {
    try json.requireObject()
    self.init(error: json)
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", kind.code)
      writer.member("message", message)
      writer.key("data")
      writeData(to: &writer)
    }
  }

  /// Reads the error of a response as far as possible. JSON-RPC defines neither all codes nor the data.
  fileprivate init(error json: JSONValue) {
    let data = json["data"]
    let name = data?[Failure.kindMember]?.string ?? ""
    let code = json["code"]?.integer.flatMap(Int.init(exactly:)) ?? 0
    self.init(
      data.flatMap { Kind(named: name, $0) } ?? .other(code: code, name: name), json["message"]?.string ?? "",
      detail: data.flatMap(FaultDetail.init(data:)))
  }
}

extension Response {
  /// The result or the error.
  public var result: Result<JSONValue, Failure> {
    json["error"].map { .failure(Failure(error: $0)) } ?? .success(json["result"] ?? json)
  }
}

extension Failure {
  fileprivate func writeData(to writer: inout JSONWriter) {
    writer.object { writer in
      kind.writeMembers(to: &writer)
      let hasWrittenAvailable = if case .methodNotFound = kind { true } else { false }
      detail?.writeMembers(withAvailable: !hasWrittenAvailable, to: &writer)
    }
  }
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

  /// The JSON-RPC error code.
  package var code: Int {
    if case .other(let code, _) = self { code } else { description?.code ?? 0 }
  }

  /// The stable name of the kind, for programs.
  public var name: String {
    if case .other(_, let name) = self { name } else { description?.name ?? "" }
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
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

  /// Reads the kind of an error. Returns nil if the name of the kind is unknown or a required member is missing.
  fileprivate init?(named name: String, _ data: JSONValue) {
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

extension FaultDetail {
  /// Writes the details as members of `data`.
  ///
  /// - Parameters:
  ///   - isWritingAvailable: Whether to write the available names. This is false if the kind of the failure has already
  ///     written them.
  ///   - writer: The writer of the object `data`.
  fileprivate func writeMembers(withAvailable isWritingAvailable: Bool, to writer: inout JSONWriter) {
    switch self {
    case .unknownName(let unknown):
      if let name = unknown.name { writer.member(DataName.name, name) }
      if isWritingAvailable { writer.member(DataName.available, unknown.available) }
      if let suggestion = unknown.suggestion { writer.member(DataName.suggestion, suggestion) }
    case .nameInUse(let name): writer.member(DataName.name, name)
    case .type(let expected, let found):
      writer.member(DataName.expected, expected.map(\.typeName))
      writer.member(DataName.found, found.typeName)
    case .supported(let numbers): writer.member(DataName.supported, numbers)
    }
  }

  /// Reads the details in `data`, or returns nil if there are none.
  fileprivate init?(data: JSONValue) {
    let name: String? = data.member(DataName.name)
    if let available: [String] = data.member(DataName.available) {
      self = .unknownName(
        UnknownName(name: name, available: available, suggestion: data.member(DataName.suggestion)))
    } else if let name {
      self = .nameInUse(name)
    } else if let expected: [String] = data.member(DataName.expected),
      let found = data.member(DataName.found).flatMap(JSONValue.Kind.init(typeName:))
    {
      self = .type(expected: expected.compactMap(JSONValue.Kind.init(typeName:)), found: found)
    } else if let supported: [Int] = data.member(DataName.supported) {
      self = .supported(supported)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  /// The value of a member, or nil if the member is missing or has another type. This method does not throw, so that as
  /// much as possible is read from an invalid error.
  fileprivate func member<Value: JSONDecodable>(_ name: String) -> Value? {
    try? decode(name)
  }
}
