import JSONRPC
import SVVS

/// `view/get`: answers with a fresh snapshot, for a client that has lost track.
@JSONCodable
struct ViewGet: Method {
  static let name = "view/get"
  static let result = ViewSnapshot.jsonSchema

  /// The id of the view.
  let view: ExactString

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    connection.reply(.snapshot(try connection.view(view)), to: call)
  }
}
