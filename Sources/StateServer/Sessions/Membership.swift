import StateProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One connection in a shared session.
@MainActor
final class Membership {
  /// The number of the front end: a connection that goes on from a former one has the same.
  let number: Int
  /// By which the front end says that it is the same when it joins again.
  let token: String
  let session: Session
  unowned let peer: Peer
  /// How the changes of views are sent that others open.
  let delivery: Delivery

  private let since = Date.now
  /// What was not sent yet of what others did, in order.
  private var unsent: [SessionNews] = []

  init(_ number: Int, token: String, in session: Session, of peer: Peer, delivery: Delivery) {
    self.number = number
    self.token = token
    self.session = session
    self.peer = peer
    self.delivery = delivery
  }

  /// How it is listed.
  var description: SessionConnection {
    SessionConnection(clientInfo: peer.clientInfo, since: since, isBehind: peer.isBehind)
  }

  // MARK: - What others did

  /// Another connection has opened a view.
  func opened(_ view: View) {
    news().opened(peer.show(view, delivery: delivery))
  }

  /// A view that others may have opened was closed: nothing of it follows.
  func closed(_ view: View) {
    guard let subscription = peer.hide(view) else { return }
    // A view that was opened and closed while the client did not read is never mentioned.
    guard !unsent.contains(where: { $0.takeBack(subscription) }) else { return subscription.end() }
    news().closed(subscription)
    peer.outbox.noteEnded()
  }

  /// The number of connections has changed.
  func membersChanged() { _ = news() }

  /// Another connection has closed the session.
  func sessionClosed() { news().sessionClosed() }

  /// Notes that news were sent, or never will be.
  func sent(_ news: SessionNews) { unsent.removeAll { $0 === news } }

  /// What is sent next; replies that wait already stay before it.
  private func news() -> SessionNews {
    let news = peer.news(of: session, for: self)
    if unsent.last !== news { unsent.append(news) }
    return news
  }
}
