import JSON
import StateProtocol

/// Checks the decoding of messages: each is a request or a response, or is refused under the id of its reply.
public enum RequestCheck {
  fileprivate enum Refusal {
    case notJSON, notARequest
  }

  /// Checks one input; returns whether the fuzzer keeps it.
  public static func run(_ bytes: UnsafeRawBufferPointer) throws(Finding) -> Bool {
    try check(bytes)
    return true
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
    let maximumDepth = 16
    let text = Value(reading: bytes).flatMap { $0.depth > maximumDepth || $0.hasNULInName ? nil : $0 }
    switch IncomingMessage(parsing: bytes, limits: MessageLimits(depth: maximumDepth)) {
    case .single(let entry):
      if let text {
        if text.hasOversized {
          try checkOversized(entry, of: text)
        } else if text.elements == [] {
          try requireRefusal(entry, id: .null, .notARequest)
        } else {
          try require(text.elements == nil, "a batch is accepted as a single message")
          try check(entry, of: text)
        }
      } else {
        try requireRefusal(entry, id: .null, .notJSON)
      }
    case .batch(let entries):
      guard let elements = text?.elements, !elements.isEmpty else {
        throw Finding("a message that is not a batch is accepted as one")
      }
      try require(entries.count == elements.count, "a batch has lost messages")
      for (entry, element) in zip(entries, elements) {
        if text?.hasOversized ?? false {
          try checkOversized(entry, of: element)
        } else {
          try check(entry, of: element)
        }
      }
    }
  }

  /// Checks a message by section 4 of JSON-RPC 2.0.
  private static func check(_ entry: IncomingMessage.Entry, of message: Value) throws(Finding) {
    let id = message["id"]
    let isIDUsable =
      switch id {
      case nil, .null, .string, .integer: true
      default: false
      }
    let echoed = isIDUsable ? id ?? .null : .null
    guard isIDUsable, message["jsonrpc"] == .text("2.0") else {
      return try requireRefusal(entry, id: echoed, .notARequest)
    }
    guard let method = message["method"] else {
      if message["result"] != nil || message["error"] != nil {
        guard case .response = entry else { throw Finding("a response is not accepted as one") }
        return
      }
      return try requireRefusal(entry, id: echoed, .notARequest)
    }
    let params = message["params"] == .null ? nil : message["params"]
    guard method.string != nil, params == nil || params?.elements != nil || params?.members != nil else {
      return try requireRefusal(entry, id: echoed, .notARequest)
    }
    guard case .request(let request) = entry else { throw Finding("a request is not accepted as one") }
    try require((request.id == nil) == (id == nil), "a request is accepted as a notification, or the reverse")
    try require(Value.text(request.method) == method, "the method differs")
    try require(request.params.map(Value.init) == (params == .array([]) ? nil : params), "the parameters differ")
    if let requestID = request.id {
      try checkAnswer(to: requestID, id: echoed) { $0.response(to: requestID) { $0.write(request.method) } }
      try checkRefusal(of: requestID, id: echoed, request.method)
    }
  }

  /// Checks a message in a text with a number that does not fit. The id of its reply is exact or null.
  private static func checkOversized(_ entry: IncomingMessage.Entry, of message: Value) throws(Finding) {
    guard case .invalid(.notJSON(let error), let id) = entry, error.reason == .numberOutOfRange else {
      throw Finding("a number beyond 64 bits is accepted")
    }
    if case .real = message["id"] { return }
    if let id, id != .null { try checkRefusal(of: id, id: message["id"] ?? .null, "\(error)") }
  }

  /// - Parameter id: The id of the reply; nil if there is none.
  private static func requireRefusal(
    _ entry: IncomingMessage.Entry, id: Value?, _ refusal: Refusal
  ) throws(Finding) {
    guard case .invalid(let fault, let salvaged) = entry else {
      throw Finding("text that is not a message is accepted as one")
    }
    try require(refusal == Refusal(fault), "refused because of \(fault)")
    try require((salvaged == nil) == (id == nil), "the id of the reply is \(salvaged.debugDescription)")
    if let salvaged, let id { try checkRefusal(of: salvaged, id: id, "\(fault)") }
  }

  private static func checkRefusal(of requestID: RequestID, id: Value, _ message: String) throws(Finding) {
    try checkAnswer(to: requestID, id: id) { writer in
      writer.response(to: requestID, error: WrittenError(message: message))
    }
  }

  private static func checkAnswer(
    to requestID: RequestID, id: Value, _ write: (inout JSONWriter) -> Void
  ) throws(Finding) {
    var writer = JSONWriter()
    write(&writer)
    try require(!writer.bytes.contains(UInt8(ascii: "\n")), "a reply has more than one line: \(writer)")
    guard let answer = Value(reading: writer.bytes) else { throw Finding("a reply is not JSON: \(writer)") }
    try require(answer["jsonrpc"] == .text("2.0"), "a reply is not JSON-RPC: \(writer)")
    try require(answer["id"] == id, "the id \(requestID) is not echoed: \(writer)")
    try require(
      (answer["result"] == nil) != (answer["error"] == nil),
      "a reply does not have either a result or an error: \(writer)")
    if let error = answer["error"] {
      try require(error["code"]?.integer != nil && error["message"]?.string != nil, "a malformed error: \(writer)")
    }
  }
}

extension RequestCheck.Refusal {
  fileprivate init(_ fault: MessageFault) throws(Finding) {
    switch fault {
    case .notJSON: self = .notJSON
    case .notARequest: self = .notARequest
    case .tooLarge, .tooManyValues, .tooManyEntries: throw Finding("refused because of a limit that was not set")
    }
  }
}

/// An error with a message, which is also its data.
private struct WrittenError: JSONEncodable {
  let message: String

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", -1)
      writer.member("message", message)
      writer.member("data", message)
    }
  }
}
