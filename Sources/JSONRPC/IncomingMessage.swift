public import JSON

/// What one frame holds: a message, or a batch of them.
public enum IncomingMessage: Sendable {
  case single(Entry)
  case batch([Entry])

  /// One message of its own or of a batch.
  public enum Entry: Sendable {
    case request(Request)
    /// An answer to a request of ours.
    case response
    /// No message; the error is the answer, under the id that could be salvaged.
    case invalid(ResponseError, id: RequestID)
  }

  /// Decodes the text of one frame. What cannot be decoded becomes an ``Entry/invalid(_:id:)``.
  public init(parsing text: UnsafeRawBufferPointer, maximumDepth: Int = JSON.defaultMaximumDepth) {
    let json: JSON
    do {
      json = try JSON(parsing: text, maximumDepth: maximumDepth)
    } catch {
      self = .single(.invalid(ResponseError(error), id: .null))
      return
    }
    guard json.kind == .array else {
      let entry = Entry(json)
      self = .single(
        entry.hasZeroID ? NegativeZero.refuse(in: [entry], of: text, maximumDepth: maximumDepth)[0] : entry)
      return
    }
    self =
      json.count == 0
      ? .single(.invalid(ResponseError(.invalidRequest, "A batch must not be empty."), id: .null))
      : .batch(NegativeZero.refuse(in: json.elements.map(Entry.init), of: text, maximumDepth: maximumDepth))
  }
}

extension IncomingMessage.Entry {
  init(_ json: JSON) {
    guard json.kind == .object else {
      self = .invalid(ResponseError(.invalidRequest, "A message must be an object."), id: .null)
      return
    }
    let idMember = json["id"]
    let id = idMember.flatMap { try? RequestID(json: $0) }  // The error would say what is said below.
    func invalid(_ message: String) -> Self { .invalid(ResponseError(.invalidRequest, message), id: id ?? .null) }

    guard idMember == nil || id != nil else {
      self = invalid("An id must be a string, an integer or null.")
      return
    }
    guard json["jsonrpc"]?.string == "2.0" else {
      self = invalid("The member jsonrpc must be \"2.0\".")
      return
    }
    guard let methodMember = json["method"] else {
      let isResponse = json["result"] != nil || json["error"] != nil
      self = isResponse ? .response : invalid("The member method is missing.")
      return
    }
    guard let method = methodMember.string else {
      self = invalid("The member method must be a string.")
      return
    }
    // Some clients send null, or an empty array, when they mean no parameters.
    let params = json["params"].flatMap { $0.isNull || $0.kind == .array && $0.count == 0 ? nil : $0 }
    guard params == nil || params?.kind == .object || params?.kind == .array else {
      self = invalid("The member params must be an object or an array.")
      return
    }
    self = .request(Request(id: id, method: method, params: params))
  }
}

extension ResponseError {
  init(_ error: JSONParsingError) {
    self.init(.parseError, "\(error).", .position(line: error.line, column: error.column))
  }
}
