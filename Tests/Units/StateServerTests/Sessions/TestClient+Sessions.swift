import SVVSTesting
import StateProtocol

extension TestClient {
  /// Opens a shared session that is kept for a minute, unless said otherwise, and returns the token.
  @discardableResult
  func share(_ session: ExactString, keep: Double = 60) async throws -> String {
    let opening = request(SessionOpen(session: session, shared: true, keep: keep))
    guard let token = try OpenedSession(json: await opening.result).token else { throw MissingToken() }
    return token
  }

  /// Joins a session.
  @discardableResult
  func join(
    _ session: ExactString, token: String? = nil, unanswered: [RequestID]? = nil, delivery: Delivery? = nil
  ) async throws -> SessionJoin.Response {
    let join = SessionJoin(session: session, token: token, unanswered: unanswered, delivery: delivery)
    return try SessionJoin.Response(json: await request(join).result)
  }
}

/// A shared session was opened, and there is no token.
struct MissingToken: Error {}
