import JSONRPC
import SVVS

/// `$/cancelRequest`: asks a call to end early. One that has ended, or never began, is no error.
///
/// A close cannot be taken back: it waits no longer for the work it has cancelled, and is answered as any other.
@JSONCodable
struct CancelRequest: Method {
  static let name = "$/cancelRequest"
  static let result = JSONSchema.null

  /// The id of the request to cancel.
  let id: RequestID

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    connection.calls[id]?.cancel(.requested)
    if case .closing(let closing) = connection.awaited[id] { closing.hurry() }
    connection.reply(.null, to: call)
  }
}
