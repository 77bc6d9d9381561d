public import JSON

/// `session/open`: opens another session, such as a further window of the front end.
///
/// ```swift
/// let window = try await frontEnd.send(SessionOpen()).session
/// let parameters = try JSONObject(json: JSONValue(parsing: #"{"id":1}"#))
/// _ = try await frontEnd.send(
///   ViewOpen(type: "item", view: "i", params: parameters, session: window, delivery: .patch))
/// _ = try await frontEnd.send(SessionClose(session: window))
/// ```
@JSONCodable
public struct SessionOpen: ClientRequest {
  public typealias Response = OpenedSession

  public static let method = "session/open"

  /// The name of the session; if it is left out, the server chooses one.
  public let session: ExactString?

  /// A request to open a session of a name, or of one that the server chooses.
  public init(session: ExactString? = nil) { self.session = session }
}

/// A session that was opened.
///
/// It is the result of ``SessionOpen``, which has an example.
@JSONCodable
public struct OpenedSession: Sendable {
  /// The name of the session.
  public let session: ExactString

  /// The result for a session of a name.
  public init(session: ExactString) { self.session = session }
}
