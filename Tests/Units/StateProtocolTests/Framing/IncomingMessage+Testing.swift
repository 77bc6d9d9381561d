import JSON
import StateProtocol

/// A message that was not of the kind the test is about.
struct Unexpected: Error {
  let text: String
}

extension IncomingMessage {
  init(_ text: String, limits: MessageLimits = MessageLimits()) {
    self = Array(text.utf8).withUnsafeBytes { IncomingMessage(parsing: $0, limits: limits) }
  }
}

extension IncomingMessage.Entry {
  /// The method and the id of a call, or the code and the id of what is none.
  var summary: String {
    switch self {
    case .request(let request): request.method + (request.id.map { " " + $0.text } ?? "")
    case .response: "response"
    case .invalid(let fault, let id):
      switch fault {
      case .notJSON: "not JSON \(id?.text ?? "-")"
      case .notARequest: "no request \(id?.text ?? "-")"
      case .tooLarge(let limit): "more than \(limit) bytes \(id?.text ?? "-")"
      case .tooManyValues(let limit): "more than \(limit) values \(id?.text ?? "-")"
      case .tooManyEntries(let limit): "more than \(limit) entries \(id?.text ?? "-")"
      }
    }
  }
}

extension RequestID {
  fileprivate var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.description
  }
}
