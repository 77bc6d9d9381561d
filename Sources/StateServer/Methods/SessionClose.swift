import JSONRPC
import SVVS

/// `session/close`: ends a session with all its views.
@JSONCodable
struct SessionClose: Method {
  static let name = "session/close"
  static let result = ReachedCommit.jsonSchema

  /// The id of the session.
  let session: ExactString

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    _ = try connection.session(session)
    connection.sessions[session] = nil
    let views = connection.views.values.filter { $0.session == session }.sorted { $0.number < $1.number }
    connection.close(views, reason: .sessionClosed, call: call)
  }
}
