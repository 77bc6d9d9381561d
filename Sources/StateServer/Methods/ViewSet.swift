import JSONRPC
import SVVS

/// `view/set`: sets properties of a view, all of them or none.
@JSONCodable
struct ViewSet: Method {
  static let name = "view/set"
  static let result = ReachedCommit.jsonSchema

  /// The id of the view.
  let view: ExactString
  /// The new values by the names of the properties.
  let properties: JSONObject

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    let view = try connection.view(view)
    let assign: @MainActor () -> Bool
    do {
      assign = try view.observer.assignment(of: properties.json)
    } catch {
      throw ResponseError(error, inside: "properties")
    }
    connection.run(call, on: view) {
      if assign() { connection.readUnnoticed(with: view) }
    }
    connection.reply(.committed, to: call)
  }
}
