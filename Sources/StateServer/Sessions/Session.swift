import JSON
import SVVS
import StateProtocol
import SystemSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A group of views, the stores that the app made for them, and the members: the connections that use the session.
///
/// While a session is open, other connections can join it. A shared session may outlive its members. A private session
/// is never open: it has one member, and ends when that member leaves.
@MainActor
final class Session {
  let name: ExactString
  /// The number of seconds for which the session outlives its last member.
  let keep: Double
  /// The number of subscriptions in the process, including the subscriptions to the views of this session.
  let subscriptionCount: SubscriptionCount
  /// The endings in progress of the process.
  let endings: Endings

  private let isShared: Bool
  /// The connections in the session, in the order in which they joined.
  private(set) var members: [SessionMember] = []
  /// The number of calls in progress, including calls from connections that have ended.
  var callCount = 0
  /// The ending of the session; nil until the ending has begun.
  private(set) var ending: Ending?

  /// Makes the states of views with the stores of the session.
  let makeState: StateMaker
  private var allViews = UnorderedList<View>()
  /// The views of a shared session by name. Empty in a private session, whose only member has the views by name.
  private var viewsByName: [ExactString: View] = [:]
  private var records = RequestRecords()
  private var lastNumber = 0
  /// The prefix of every token of this session. Each session has a different prefix.
  private lazy var tokenPrefix = RandomText.make(bits: 128) + "-"
  /// The deadline that ends the session when it has had no member for `keep` seconds.
  var expiry: Deadline?

  /// Creates a session with the stores that the app made for it.
  ///
  /// - Parameter keep: The number of seconds for which the session outlives its last member; nil for a private session.
  init(
    _ name: ExactString, keep: Double? = nil, makeState: @escaping StateMaker, endings: Endings,
    counting subscriptions: SubscriptionCount
  ) {
    self.name = name
    self.keep = keep ?? 0
    self.makeState = makeState
    self.endings = endings
    isShared = keep != nil
    subscriptionCount = subscriptions
  }

  // MARK: - Members

  /// Whether other connections may join. False for a private session, and for a shared session that is ending.
  var isOpen: Bool { isShared && ending == nil }

  /// The connections in the session.
  var connections: [Connection] { members.map(\.connection) }

  /// Adds a connection. The other members receive an update, unless the connection replaces another connection of the
  /// same front end.
  ///
  /// - Parameters:
  ///   - number: The number of the front end, if it was in the session before.
  ///   - delivery: The form in which the connection receives changes of views that other members open.
  func admit(_ connection: Connection, as number: Int? = nil, delivery: Delivery = .properties) -> SessionMember {
    expiry.take()?.cancel()
    if number.flatMap({ self.member($0) }) == nil { for member in members { member.update() } }
    if number == nil { lastNumber += 1 }
    let member = SessionMember(number ?? lastNumber, in: self, of: connection, delivery: delivery)
    members.append(member)
    return member
  }

  /// Removes a member. The other members receive an update, unless another connection replaced it.
  func remove(_ leaving: SessionMember) {
    members.removeAll { $0 === leaving }
    leaving.connection.views.left(self)
    guard member(leaving.number) == nil else { return }
    for member in members { member.update() }
  }

  /// The token of the front end with the number `number`.
  func token(of number: Int) -> String { tokenPrefix + String(number) }

  /// The number of the front end that has `token`; nil if the token does not belong to this session.
  func number(of token: String) -> Int? {
    guard token.hasPrefix(tokenPrefix), let number = Int(token.dropFirst(tokenPrefix.count)), 1...lastNumber ~= number,
      token == self.token(of: number)
    else { return nil }
    return number
  }

  /// The member whose front end has the number `number`; nil if that front end is not in the session.
  func member(_ number: Int) -> SessionMember? { members.first { $0.number == number } }

  // MARK: - End

  /// From now on, nobody can use or join the session.
  func close(_ ending: Ending) {
    self.ending = ending
    expiry?.cancel()
  }

  /// Releases the members and records. All members receive an update, except the connection that closed the session.
  func leave(_ end: End) {
    // Requests can use the default session again.
    if name == OpenViews.defaultSession { return ending = nil }
    for member in members where member.connection !== end.closer { member.update().isSessionClosed = true }
    for connection in connections { connection.views.left(self) }
    (members, records) = ([], RequestRecords())
  }

  // MARK: - Views

  /// The views, in the order in which they were opened.
  var views: [View] { allViews.elements.sorted { $0.number < $1.number } }

  /// The views, in unspecified order.
  var openViews: some Collection<View> { allViews.elements }

  /// The number of views.
  var viewCount: Int { allViews.count }

  /// Whether the session or one of its members has a view named `name`.
  func hasView(_ name: ExactString) -> Bool {
    members.contains { $0.connection.shows(name) } || !viewsByName.isEmpty && viewsByName[name] != nil
  }

  /// The first view of this session whose name is also used in `views`, the views of a connection that is not in the
  /// session. The search goes through the smaller of the two sets of views.
  func view(namedAsOneOf views: OpenViews) -> View? {
    let found =
      viewCount <= views.count
      ? openViews.filter { views.contains($0.id) } : views.all.compactMap { viewsByName[$0.view.id] }
    return found.min { $0.number < $1.number }
  }

  /// Adds a view that a connection has opened, and shows it to the other members.
  func opened(_ view: View, by connection: Connection) {
    allViews.append(view)
    if isOpen { viewsByName[view.id] = view }
    for member in members where member.connection !== connection {
      member.update().opened(member.connection.outbox.show(view, delivery: member.delivery))
    }
  }

  /// Removes a view that has ended. All members receive an update, except the connection that closed the view.
  func remove(_ view: View, closedBy closer: Connection?) {
    allViews.remove(view)
    if !viewsByName.isEmpty { viewsByName[view.id] = nil }
    for member in members where member.connection !== closer { member.connection.outbox.closed(view) }
  }

  // MARK: - Requests

  /// Adds a record of `call`.
  ///
  /// - Throws: A failure if the session has a record of an earlier request with the same id. Without this failure, if
  ///   the reply to the new request were lost, the reply to a join would contain the earlier reply.
  func add(_ call: Call, from member: SessionMember) throws(Failure) {
    guard let id = call.id, id != .null, call.record == nil else { return }
    let key = RequestRecord.Key(frontEnd: member.number, id: id)
    guard records[key] == nil else {
      throw Failure(.invalidRequest, "An earlier request in this session has the same id.")
    }
    let record = RequestRecord(for: call, key: key) { [weak self] in self?.records.settled($0) }
    records.add(record)
    call.record = record
  }

  /// The record of the request that the front end sent with `id`; nil if there is no record.
  func record(_ id: RequestID, of frontEnd: Int) -> RequestRecord? {
    records[RequestRecord.Key(frontEnd: frontEnd, id: id)]
  }
}

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

  fileprivate init(_ number: Int, in session: Session, of connection: Connection, delivery: Delivery) {
    self.number = number
    self.session = session
    self.connection = connection
    self.delivery = delivery
  }

  /// The token with which the front end can join again on another connection.
  var token: String { session.token(of: number) }

  /// The entry of this connection in the list of sessions.
  var description: SessionConnection {
    SessionConnection(clientInfo: connection.clientInfo, since: since, isBehind: !connection.outbox.canSend)
  }

  /// Queues an update of the session, which contains the number of members.
  ///
  /// - Returns: The update, to which changes by other members can be added.
  @discardableResult
  func update() -> SessionUpdate { connection.outbox.update(of: session) }
}
