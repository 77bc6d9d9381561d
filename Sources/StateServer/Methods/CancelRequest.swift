import JSONRPC
import SVVS

/// `$/cancelRequest`: asks a call to end early. One that has ended, or never began, is no error.
@JSONCodable
struct CancelRequest: Method {
  static let name = "$/cancelRequest"
  static let result = JSONSchema.null

  /// The id of the request to cancel.
  let id: JSON

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    guard let id = RequestID(json: id) else {
      throw .invalid("id", "must be a string, an integer or null")
    }
    connection.calls[id]?.cancel(.requested)
    connection.reply(.null, to: call)
  }
}
