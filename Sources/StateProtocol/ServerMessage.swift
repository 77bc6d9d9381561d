import JSON
public import JSONRPC

/// What a server sends, read by a front end.
///
/// ```swift
/// switch try ServerMessage(parsing: line) {
/// case .stateChanged(let change): fold(change)
/// case .responses(let responses): for response in responses { settle(response.id, response.result) }
/// }
/// ```
public enum ServerMessage: Sendable {
  /// The answer to a request, or those to a batch.
  case responses([Response])
  /// What one step has changed.
  case stateChanged(StateChanged)

  /// Reads the text of one frame.
  ///
  /// - Throws: `MessageFault` if it is no JSON-RPC, `JSONDecodingError` if it is no message of this protocol.
  public init(parsing text: String) throws {
    let message = Array(text.utf8).withUnsafeBytes { IncomingMessage(parsing: $0) }
    switch message {
    case .single(.response(let response)): self = .responses([response])
    case .single(.request(let request)) where request.method == StateChanged.method:
      self = .stateChanged(try StateChanged(json: request.params ?? .emptyObject))
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
