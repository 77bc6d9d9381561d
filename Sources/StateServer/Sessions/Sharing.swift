import JSON
import JSONRPC
import StateProtocol

/// What makes a session shared: who is in it, which views it has, and which requests came for it.
@MainActor
final class Sharing {
  /// How many seconds the session outlives its last connection.
  let keep: Double

  /// Those that are in it, in the order in which they joined.
  private(set) var members: [Membership] = []

  private var openViews: [ExactString: View] = [:]
  private var receipts = Receipts()
  private var lastNumber = 0
  /// What every token begins with; another session has another.
  private let tokenPrefix = RandomText.make() + "-"

  init(keep: Double) { self.keep = keep }

  // MARK: - Connections

  /// Lets a connection join the session; others are sent that.
  func admit(_ peer: Peer, to session: Session, resuming former: Int?, delivery: Delivery) -> Membership {
    lastNumber += 1
    let membership = Membership(
      lastNumber, token: tokenPrefix + String(lastNumber), resumed: former, in: session, of: peer, delivery: delivery)
    for member in members { member.membersChanged() }
    members.append(membership)
    return membership
  }

  /// Removes a connection that has ended.
  func remove(_ membership: Membership) {
    members.removeAll { $0 === membership }
    for member in members { member.membersChanged() }
  }

  /// Notes that the session is being closed: no connection can open a view in it any more.
  func beginClosing() {
    for member in members { member.peer.views.remove(member.session) }
  }

  /// Removes all, since the session is closed; all but one connection are sent that.
  func dissolve(by peer: Peer) {
    for member in members where member.peer !== peer { member.membersChanged() }
    for member in members { member.peer.views.left(member.session) }
    members.removeAll()
  }

  /// The number of the connection that has or had a token; nil if there was none.
  func number(of token: String) -> Int? {
    guard token.hasPrefix(tokenPrefix), let number = Int(token.dropFirst(tokenPrefix.count)), 1...lastNumber ~= number,
      token == tokenPrefix + String(number)
    else { return nil }
    return number
  }

  /// The connection with a number, or the one that goes on from it, while it is in the session.
  func member(_ number: Int) -> Membership? {
    members.first { $0.number == number || $0.resumed == number }
  }

  // MARK: - Views

  /// The views, in the order in which they were opened.
  var views: [View] { openViews.values.sorted { $0.number < $1.number } }

  /// Whether a view of a name is open for one of the connections.
  func hasView(_ name: ExactString) -> Bool {
    openViews[name] != nil || members.contains { $0.peer.views.contains(name) }
  }

  /// Notes that a connection has opened a view; others are sent that.
  func opened(_ view: View, by peer: Peer) {
    openViews[view.id] = view
    for member in members where member.peer !== peer { member.opened(view) }
  }

  /// Notes that a view was closed; all connections but one are sent that.
  ///
  /// - Parameter peer: The one that has closed it.
  func closed(_ view: View, by peer: Peer) {
    openViews[view.id] = nil
    for member in members where member.peer !== peer { member.closed(view) }
  }

  // MARK: - Requests

  /// Notes that a request has come for the session.
  func note(_ call: Call, from membership: Membership) {
    guard let id = call.id, id != .null, call.receipt == nil else { return }
    let receipt = Receipt(for: call, key: Receipt.Key(member: membership.number, id: id)) { [weak self] receipt in
      self?.receipts.settled(receipt)
    }
    receipts.add(receipt)
    call.isKept(by: receipt)
  }

  /// What is known of a request of a former connection.
  func receipt(_ id: RequestID, of member: Int) -> Receipt? { receipts[Receipt.Key(member: member, id: id)] }

  /// Makes a request of a former connection one of another.
  func move(_ receipt: Receipt, _ id: RequestID, to membership: Membership) {
    let key = Receipt.Key(member: membership.number, id: id)
    receipt.add(key)
    receipts.add(receipt, key: key)
  }
}
