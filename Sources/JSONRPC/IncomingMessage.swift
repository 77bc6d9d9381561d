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
    do {
      self.init(try JSONValue(parsing: text, limits: limits), entry: Entry.init)
    } catch {
      let fault = MessageFault(error, limits: limits)
      if error.reason == .numberOutOfRange,
        let json = try? JSONValue(parsing: text, limits: limits, readsIntegersAsReals: true)
      {
        self.init(json) { .invalid(fault, id: Entry.exactID(of: $0)) }
      } else {
        self = .single(.invalid(fault, id: .null))
      }
    }
  }

  /// Decodes the text of one frame.
  public init(parsing text: ArraySlice<UInt8>, limits: MessageLimits = MessageLimits()) {
    self = text.withUnsafeBytes { IncomingMessage(parsing: $0, limits: limits) }
  }

  private init(_ json: JSONValue, entry: (JSONValue) -> Entry) {
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
  /// The id of a message whose integers were read as reals; nil if the message is a notification. An id of 2^53 or more
  /// becomes null, because it may have been rounded.
  fileprivate static func exactID(of json: JSONValue) -> RequestID? {
    guard let id = json["id"] else { return json["method"] == nil ? .null : nil }
    if let text = id.string { return .string(ExactString(text)) }
    return id.integer.flatMap { $0.magnitude < 1 << 53 ? .integer($0) : nil } ?? .null
  }

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
