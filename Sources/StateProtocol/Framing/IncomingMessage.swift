/// The content of one frame: a message or a batch.
package enum IncomingMessage: Sendable {
  case single(Entry)
  case batch([Entry])

  /// A single message or an entry of a batch.
  package enum Entry: Sendable {
    case request(Request)
    /// A response to a request that this side has sent.
    case response(Response)
    /// An invalid message. The error response has the id `id`. If `id` is nil, there is no response.
    case invalid(MessageFault, id: RequestID?)
  }

  /// Decodes the text of one frame. A text that is invalid or exceeds the limits becomes an ``Entry/invalid(_:id:)``.
  package init(parsing text: UnsafeRawBufferPointer, limits: MessageLimits = MessageLimits()) {
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
  package init(parsing text: ArraySlice<UInt8>, limits: MessageLimits = MessageLimits()) {
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
  /// The id of a message whose integers were read as reals; nil if the message is a notification or a response. An id of
  /// 2^53 or more becomes null, because it may have been rounded.
  fileprivate static func exactID(of json: JSONValue) -> RequestID? {
    if json["method"] == nil, json["result"] != nil || json["error"] != nil { return nil }
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

/// A request from a peer. If it has no id, it is a notification.
package struct Request: Sendable {
  /// The id for the response. Nil if the request is a notification, which has no response.
  package let id: RequestID?
  /// The name of the method.
  package let method: String
  /// The parameters: an object, an array, or nil if there are none.
  package let params: JSONValue?
}

/// A response from a peer to a request.
public struct Response: Sendable {
  /// The id of the request, or null if the peer could not read the id.
  public let id: RequestID
  /// The object that was received.
  package let json: JSONValue

  /// Reads a response. Returns nil if the object has neither a result nor an error.
  package init?(_ json: JSONValue, id: RequestID) {
    guard json["result"] != nil || json["error"] != nil else { return nil }
    self.id = id
    self.json = json
  }
}

/// The reason why a message is invalid.
///
/// The fault itself is never sent. The server converts it to an error with a code and a kind.
package enum MessageFault: Error, Hashable, Sendable {
  /// The text is not JSON, nests too deeply, or contains a number that does not fit in 64 bits.
  case notJSON(JSONParsingError)
  /// The text is JSON but not a message of JSON-RPC. The associated value is the reason, as a sentence.
  case notARequest(String)
  /// The text has more bytes than are allowed.
  case tooLarge(allowed: Int)
  /// The text has more values than are allowed.
  case tooManyValues(allowed: Int)
  /// The text is a batch with more entries than are allowed.
  case tooManyEntries(allowed: Int)

  /// Creates the fault for an error of the parser. `limits` are the limits with which the parser was called.
  fileprivate init(_ error: JSONParsingError, limits: MessageLimits) {
    self =
      switch error.reason {
      case .tooMany: .tooManyValues(allowed: limits.values)
      case .tooManyElements: .tooManyEntries(allowed: limits.entries)
      case .syntax, .duplicateKey, .nulInKey, .tooDeep, .invalidUTF8, .numberOutOfRange: .notJSON(error)
      }
  }
}

/// The limits on one message. They are checked before memory is allocated for the values of the message.
package struct MessageLimits: Sendable {
  /// The maximum number of levels of arrays and objects.
  package var depth: Int
  /// The maximum number of values in a message. Each element, each member and the message itself counts as one value.
  package var values: Int
  /// The maximum number of entries in a batch.
  package var entries: Int

  /// Creates limits. By default, only the depth is limited.
  package init(depth: Int = JSONValue.defaultMaximumDepth, values: Int = .max, entries: Int = .max) {
    self.depth = depth
    self.values = values
    self.entries = entries
  }
}

extension JSONValue {
  /// Parses the text of a message within `limits`.
  fileprivate init(
    parsing text: UnsafeRawBufferPointer, limits: MessageLimits, readsIntegersAsReals: Bool = false
  ) throws(JSONParsingError) {
    try self.init(
      parsing: text, maximumDepth: limits.depth, maximumCount: limits.values, maximumElements: limits.entries,
      readsIntegersAsReals: readsIntegersAsReals)
  }
}
