import JSONRPC
import StateProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection in a session.
@MainActor
final class SessionMember {
  /// The number of the front end. A connection that replaces an earlier connection of the same front end has the same
  /// number as that connection.
  let number: Int
  let session: Session
  unowned let connection: Connection
  /// The form in which the connection receives changes of views that other members open.
  let delivery: Delivery

  private let since = Date.now

  init(_ number: Int, in session: Session, of connection: Connection, delivery: Delivery) {
    self.number = number
    self.session = session
    self.connection = connection
    self.delivery = delivery
  }

  /// The token with which the front end can join again on another connection.
  var token: String { session.token(of: number) }

  /// The entry of this connection in the list of sessions.
  var description: SessionConnection {
    SessionConnection(clientInfo: connection.clientInfo, since: since, isBehind: connection.isBehind)
  }

  /// Moves a call here from the front end's former connection, so that this connection sends the reply.
  func takeOver(_ call: Call, id: RequestID) { connection.takeOver(call, id: id) }

  /// Queues an update of the session, which contains the number of members.
  ///
  /// - Returns: The update, to which changes by other members can be added.
  @discardableResult
  func update() -> SessionUpdate { connection.update(of: session) }

  /// Whether the connection shows a view named `name`.
  func shows(_ name: ExactString) -> Bool { connection.views.contains(name) }

  /// Removes the session from the connection, and frees its name there.
  func leave() { connection.views.left(session) }
}
