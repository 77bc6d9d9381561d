import JSONRPC
import SVVS

/// `$/cancelRequest`: asks a call to end early. One that has ended, or never began, is no error.
@JSONCodable
struct CancelRequest: Method {
  static let name = "$/cancelRequest"
  static let result = JSONSchema.null

  /// The id of the request to cancel.
  let id: RequestID

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    connection.calls[id]?.cancel(.requested)
    connection.reply(.null, to: call)
  }
}
