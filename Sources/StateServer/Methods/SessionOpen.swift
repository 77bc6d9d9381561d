import JSONRPC
import SVVS

/// `session/open`: makes another session, such as a further window of the front end.
@JSONCodable
struct SessionOpen: Method {
  static let name = "session/open"
  static let result = OpenedSession.jsonSchema

  /// The id of the session; the server chooses one if it is left out.
  let session: ExactString?

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    if let session { try connection.checkSize(of: session, "The name", at: JSONPointer("session")) }
    if let session, session == Connection.defaultSession || connection.sessions[session] != nil {
      throw .invalid("session", "is in use")
    }
    let id = session ?? connection.nextName("session") { connection.sessions[$0] != nil }
    connection.sessions[id] = connection.app.makeSession()
    connection.reply(
      .result { writer in writer.object { $0.member("session", id) } }, to: call)
  }
}
