import JSON
import JSONRPC
import StateProtocol

/// What makes a session shared: who is in it, which views it has, and which requests came for it.
@MainActor
final class Sharing {
  /// How many seconds the session outlives its last connection.
  let keep: Double

  /// Those that are in it, in the order in which they joined.
  private(set) var members: [SessionMember] = []

  private var viewsByName: [ExactString: View] = [:]
  private var receipts = Receipts()
  private var lastNumber = 0
  /// What every token begins with; another session has another.
  private let tokenPrefix = RandomText.make() + "-"

  init(keep: Double) { self.keep = keep }

  // MARK: - Connections

  /// Lets a connection into the session; others are sent that, unless it takes the place of a former one.
  ///
  /// - Parameter number: That of the front end, if it was in the session before.
  func admit(_ connection: Connection, to session: Session, as number: Int?, delivery: Delivery) -> SessionMember {
    let isReplacing = number.map { self.member($0) != nil } ?? false
    if !isReplacing { for member in members { member.membersChanged() } }
    if number == nil { lastNumber += 1 }
    let number = number ?? lastNumber
    let member = SessionMember(
      number, token: tokenPrefix + String(number), in: session, of: connection, delivery: delivery)
    members.append(member)
    return member
  }

  /// Removes a connection that has ended; others are sent that, unless another has taken its place.
  func remove(_ member: SessionMember) {
    members.removeAll { $0 === member }
    guard self.member(member.number) == nil else { return }
    for member in members { member.membersChanged() }
  }

  /// The number of the front end that has a token; nil if there is none.
  func number(of token: String) -> Int? {
    guard token.hasPrefix(tokenPrefix), let number = Int(token.dropFirst(tokenPrefix.count)), 1...lastNumber ~= number,
      token == tokenPrefix + String(number)
    else { return nil }
    return number
  }

  /// The connection of a front end, while it is in the session.
  func member(_ number: Int) -> SessionMember? { members.first { $0.number == number } }

  // MARK: - The end

  /// Whether connections may join: not if the session is being closed, or ends with its last connection.
  private(set) var isOpen = true

  /// Notes that no connection may join any more.
  func closeDoors() { isOpen = false }

  /// Notes that the session is being closed: no connection can open a view in it any more.
  func beginClosing() {
    closeDoors()
    for member in members { member.connection.views.remove(member.session) }
  }

  /// Removes all connections, since the session is closed; all but one are sent that.
  func dissolve(by connection: Connection) {
    for member in members where member.connection !== connection { member.sessionClosed() }
    for member in members { member.connection.views.left(member.session) }
    members.removeAll()
    release()
  }

  /// Releases the views and replies, when the session has ended.
  func release() {
    viewsByName.removeAll()
    receipts = Receipts()
  }

  // MARK: - Views

  /// The views, in the order in which they were opened.
  var views: [View] { View.inOrder(Array(viewsByName.values)) }

  /// The views, in no order.
  var openViews: some Collection<View> { viewsByName.values }

  /// How many views there are.
  var viewCount: Int { viewsByName.count }

  /// Whether a view of a name is open for one of the connections.
  func hasView(_ name: ExactString) -> Bool {
    viewsByName[name] != nil || members.contains { $0.connection.views.contains(name) }
  }

  /// The first view whose name is in use on a connection that is not in the session, looked for among the fewer views.
  func view(namedAsOneOf views: OpenViews) -> View? {
    let found =
      viewCount <= views.count
      ? openViews.filter { views.contains($0.id) } : views.all.compactMap { viewsByName[$0.view.id] }
    return found.min { $0.number < $1.number }
  }

  /// Notes that a connection has opened a view; others are sent that.
  func opened(_ view: View, by connection: Connection) {
    viewsByName[view.id] = view
    for member in members where member.connection !== connection { member.opened(view) }
  }

  /// Notes that a view was closed; all connections are sent that but the one that has closed it, if one has.
  func closed(_ view: View, by connection: Connection? = nil) {
    viewsByName[view.id] = nil
    for member in members where member.connection !== connection { member.closed(view) }
  }

  // MARK: - Requests

  /// The number of calls under way, on all connections and on those that have ended.
  var callCount = 0

  /// Adds a request for the session.
  ///
  /// - Throws: A failure if the session keeps the reply to an earlier request of this id. If the new reply were lost,
  ///   a join would be answered with the earlier one.
  func note(_ call: Call, from member: SessionMember) throws(Failure) {
    guard let id = call.id, id != .null, call.receipt == nil else { return }
    let key = Receipt.Key(frontEnd: member.number, id: id)
    guard receipts[key] == nil else {
      throw Failure(.invalidRequest, "A request with this id came before in this session.")
    }
    let receipt = Receipt(for: call, key: key) { [weak self] in self?.receipts.settled($0) }
    receipts.add(receipt)
    call.isKept(by: receipt)
  }

  /// What is known of a request of a front end.
  func receipt(_ id: RequestID, of frontEnd: Int) -> Receipt? {
    receipts[Receipt.Key(frontEnd: frontEnd, id: id)]
  }
}
