import StateProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One connection in a shared session.
@MainActor
final class SessionMember {
  /// The number of the front end: a connection that goes on from a former one has the same.
  let number: Int
  /// By which the front end says that it is the same when it joins again.
  let token: String
  let session: Session
  unowned let connection: Connection
  /// How the changes of views are sent that others open.
  let delivery: Delivery

  private let since = Date.now

  init(_ number: Int, token: String, in session: Session, of connection: Connection, delivery: Delivery) {
    self.number = number
    self.token = token
    self.session = session
    self.connection = connection
    self.delivery = delivery
  }

  /// How it is listed.
  var description: SessionConnection {
    SessionConnection(clientInfo: connection.clientInfo, since: since, isBehind: connection.isBehind)
  }

  // MARK: - Changes by other connections

  /// Adds a view that another connection has opened to the next update.
  func opened(_ view: View) {
    connection.update(of: session).opened(connection.show(view, delivery: delivery))
  }

  /// Hides a view that was closed, and adds that to the next update.
  func closed(_ view: View) { connection.closed(view) }

  /// Has the number of connections sent with the next update.
  func membersChanged() { _ = connection.update(of: session) }

  /// Adds that another connection has closed the session to the next update.
  func sessionClosed() { connection.update(of: session).sessionClosed() }
}
