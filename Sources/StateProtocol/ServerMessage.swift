public import JSON

/// A message that a server sends: replies or changes.
///
/// ```swift
/// switch try await ServerMessage(parsing: read()) {
/// case .stateChanged(let change): try fold(change)
/// case .sessionChanged(let change): follow(change)
/// case .responses(let responses):
///   guard let response = responses.first(where: { $0.id == .integer(lastID) }) else { continue }
///   return try settle(response, as: Request.Response.self)
/// }
/// ```
public enum ServerMessage: Sendable {
  /// The reply to a request, or the replies to a batch.
  case responses([Response])
  /// The changes of one commit.
  case stateChanged(StateChanged<[ViewChange]>)
  /// The views of a session that other connections have opened or closed, or that the server has closed.
  case sessionChanged(SessionChanged<[OpenedView<JSONObject>]>)

  /// Decodes a message from the text of one frame.
  ///
  /// - Throws: `JSONParsingError` if the text is not JSON. `JSONDecodingError` if it is not a message of this protocol.
  public init(parsing text: String) throws {
    let message = Array(text.utf8).withUnsafeBytes { IncomingMessage(parsing: $0) }
    switch message {
    case .single(.response(let response)): self = .responses([response])
    case .single(.request(let request)):
      let params = request.params ?? .emptyObject
      switch NotificationMethod(rawValue: request.method) {
      case .stateChanged: self = .stateChanged(try StateChanged(json: params))
      case .sessionChanged: self = .sessionChanged(try SessionChanged(json: params))
      case nil: throw JSONDecodingError("is not a notification of a server")
      }
    case .batch(let entries):
      self = .responses(
        try entries.map { entry in
          guard case .response(let response) = entry else { throw JSONDecodingError("is not a response") }
          return response
        })
    case .single(.invalid(.notJSON(let error), _)): throw error
    case .single(.invalid): throw JSONDecodingError("is not a message of JSON-RPC")
    }
  }
}

/// The methods of the notifications that a server may send.
package enum NotificationMethod: String, CaseIterable {
  case stateChanged = "state/changed"
  case sessionChanged = "session/changed"

  /// The type of the notifications with this method.
  package var type: any JSONRepresentable.Type {
    switch self {
    case .stateChanged: StateChanged<[ViewChange]>.self
    case .sessionChanged: SessionChanged<[OpenedView<JSONObject>]>.self
    }
  }
}
