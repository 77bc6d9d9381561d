import JSON
public import JSONRPC

/// What a server sends: replies and changes.
///
/// ```swift
/// switch try ServerMessage(parsing: await read()) {
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
  /// What one commit has changed.
  case stateChanged(StateChanged<[ViewChange]>)
  /// What others have opened and closed in a shared session.
  case sessionChanged(SessionChanged<[OpenedView<JSONObject>]>)

  /// Reads the text of one frame.
  ///
  /// - Throws: `MessageFault` if it is not JSON-RPC, `JSONDecodingError` if it is not a message of this protocol.
  public init(parsing text: String) throws {
    let message = Array(text.utf8).withUnsafeBytes { IncomingMessage(parsing: $0) }
    switch message {
    case .single(.response(let response)): self = .responses([response])
    case .single(.request(let request)) where request.method == StateChanged<[ViewChange]>.method:
      self = .stateChanged(try StateChanged(json: request.params ?? .emptyObject))
    case .single(.request(let request)) where request.method == SessionChanged<[OpenedView<JSONObject>]>.method:
      self = .sessionChanged(try SessionChanged(json: request.params ?? .emptyObject))
    case .batch(let entries):
      self = .responses(
        try entries.map { entry in
          guard case .response(let response) = entry else { throw JSONDecodingError("is no response") }
          return response
        })
    case .single(.invalid(let fault, _)): throw fault
    case .single(.request): throw JSONDecodingError("is a request that no server makes")
    }
  }
}
