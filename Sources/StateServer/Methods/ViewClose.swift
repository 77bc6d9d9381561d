import JSONRPC
import SVVS

/// `view/close`: cancels the view's calls, waits for them to end, and lets go of its state.
@JSONCodable
struct ViewClose: Method {
  static let name = "view/close"
  static let result = ReachedCommit.jsonSchema

  /// The id of the view.
  let view: ExactString

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    connection.close([try connection.view(view)], reason: .viewClosed, call: call)
  }
}
