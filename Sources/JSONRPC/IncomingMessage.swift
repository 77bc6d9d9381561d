import JSON

/// The content of one frame: a message or a batch.
public enum IncomingMessage: Sendable {
  case single(Entry)
  case batch([Entry])

  /// A single message or an entry of a batch.
  public enum Entry: Sendable {
    case request(Request)
    /// A response to a request that this side has sent.
    case response(Response)
    /// An invalid message. The error response has the id `id`. If `id` is nil, there is no response.
    case invalid(MessageFault, id: RequestID?)
  }

  /// Decodes the text of one frame. A text that is invalid or exceeds the limits becomes an ``Entry/invalid(_:id:)``.
  public init(parsing text: UnsafeRawBufferPointer, limits: MessageLimits = MessageLimits()) {
    self.init(decoding: text, limits: limits)
    if hasZeroID {
      // Releases the first tree of values before the second tree is made. Each tree takes many times the memory of the
      // text.
      self = .batch([])
      let negativeZero = NegativeZero(in: text, limits: limits)
      self.init(decoding: text, limits: limits)
      if let negativeZero { self = negativeZero.refused(in: self) }
    }
  }

  /// Decodes the text of one frame.
  public init(parsing text: ArraySlice<UInt8>, limits: MessageLimits = MessageLimits()) {
    self = text.withUnsafeBytes { IncomingMessage(parsing: $0, limits: limits) }
  }

  /// Decodes a text. Does not distinguish between the ids `-0` and `0`.
  private init(decoding text: UnsafeRawBufferPointer, limits: MessageLimits) {
    do {
      self.init(try JSONValue(parsing: text, limits: limits), entry: Entry.init)
    } catch {
      let marked = error.reason == .numberOutOfRange ? OversizedNumbers(in: text) : nil
      self = marked?.message(limits: limits) ?? .single(.invalid(MessageFault(error, limits: limits), id: .null))
    }
  }

  init(_ json: JSONValue, entry: (JSONValue) -> Entry) {
    guard json.kind == .array else {
      self = .single(entry(json))
      return
    }
    self =
      json.count == 0
      ? .single(.invalid(.notARequest("A batch must not be empty."), id: .null)) : .batch(json.elements.map(entry))
  }
}

extension IncomingMessage.Entry {
  /// Reads one message.
  init(_ json: JSONValue) {
    guard json.kind == .object else {
      self = .invalid(.notARequest("A message must be an object."), id: .null)
      return
    }
    let idMember = json["id"]
    let id = idMember.flatMap { try? RequestID(json: $0) }  // The error is reported below.
    func invalid(_ message: String) -> Self { .invalid(.notARequest(message), id: id ?? .null) }

    guard idMember == nil || id != nil else {
      self = invalid("An id must be a string, an integer or null.")
      return
    }
    guard json.string(at: "jsonrpc") == "2.0" else {
      self = invalid("The member jsonrpc must be \"2.0\".")
      return
    }
    guard let method = json.string(at: "method") else {
      self =
        json["method"] != nil
        ? invalid("The member method must be a string.")
        : Response(json, id: id ?? .null).map { .response($0) } ?? invalid("The member method is missing.")
      return
    }
    var params = json["params"]
    switch params?.kind {
    case nil, .object: break
    // Some clients send null or an empty array if there are no parameters.
    case .null: params = nil
    case .array: if params?.count == 0 { params = nil }
    case .string, .integer, .real, .boolean:
      self = invalid("The member params must be an object or an array.")
      return
    }
    self = .request(Request(id: id, method: method, params: params))
  }
}
