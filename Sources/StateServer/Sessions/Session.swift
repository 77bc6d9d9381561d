import JSON
import JSONRPC
import SVVS
import StateProtocol

/// A group of views with the stores that the app made for them, and the connections that are in it, its members.
///
/// Other connections can join a session while it is open, and such a session may outlive its members. A private session
/// is never open: it has one member and ends with it.
@MainActor
final class Session {
  let name: ExactString
  /// How many seconds the session outlives its last member.
  let keep: Double
  /// The number of subscriptions of all connections, those to the views of this session included.
  let subscriptionCount: SubscriptionCount
  /// The endings in progress of its connection, or of the process, which waits for the work of this session.
  let endings: Endings

  /// Whether other connections may join: not if the session is being closed, or ends with its last member.
  private(set) var isOpen: Bool
  /// The connections in the session, in the order in which they joined.
  private(set) var members: [SessionMember] = []
  /// The number of calls in progress, those of connections that have ended included.
  private(set) var callCount = 0
  /// The end of the session, once that has begun.
  private(set) var ending: Ending?

  /// Makes the states of views with the stores of the session.
  let makeState: StateMaker
  private var allViews = UnorderedList<View>()
  /// The views by name, in a session that others may join: in a private one they are the views of its only member.
  private var viewsByName: [ExactString: View] = [:]
  private var records = RequestRecords()
  private var lastNumber = 0
  /// The beginning of every token, which differs in each session.
  private lazy var tokenPrefix = RandomText.make() + "-"
  /// Ends the session when its time without members is over.
  private var expiry: Task<Void, Never>?

  /// Creates a session with the stores that the app made for it.
  ///
  /// - Parameter keep: How many seconds the session outlives its last member; nil for a private session.
  init(
    _ name: ExactString, keep: Double? = nil, makeState: @escaping StateMaker, endings: Endings,
    counting subscriptions: SubscriptionCount
  ) {
    self.name = name
    self.keep = keep ?? 0
    self.makeState = makeState
    self.endings = endings
    isOpen = keep != nil
    subscriptionCount = subscriptions
  }

  // MARK: - Members

  /// Adds a connection. The other members receive an update, unless the connection replaces one that was cut.
  ///
  /// - Parameter number: The number of the front end, if it was in the session before.
  func admit(_ connection: Connection, as number: Int? = nil, delivery: Delivery = .properties) -> SessionMember {
    expiry.take()?.cancel()
    if number.flatMap({ self.member($0) }) == nil { for member in members { member.update() } }
    if number == nil { lastNumber += 1 }
    let member = SessionMember(number ?? lastNumber, in: self, of: connection, delivery: delivery)
    members.append(member)
    return member
  }

  /// Removes a connection that has ended. The other members receive an update, unless another connection replaced it.
  func remove(_ leaving: SessionMember) {
    members.removeAll { $0 === leaving }
    guard member(leaving.number) == nil else { return }
    for member in members { member.update() }
  }

  /// The token of the front end of a number.
  func token(of number: Int) -> String { tokenPrefix + String(number) }

  /// The number of the front end that has a token; nil if there is none.
  func number(of token: String) -> Int? {
    guard token.hasPrefix(tokenPrefix), let number = Int(token.dropFirst(tokenPrefix.count)), 1...lastNumber ~= number,
      token == self.token(of: number)
    else { return nil }
    return number
  }

  /// The connection of a front end, while it is in the session.
  func member(_ number: Int) -> SessionMember? { members.first { $0.number == number } }

  // MARK: - End

  /// Admits no other connection from now on.
  func close() { isOpen = false }

  /// Marks the session as being ended: no member can use it any more, and its name is free on their connections.
  ///
  /// - Returns: The endings of earlier sessions that had the name there; this session ends after them.
  func beginEnding(_ ending: Ending) -> [Ending] {
    isOpen = false
    self.ending = ending
    expiry.take()?.cancel()
    return members.compactMap { $0.beginEnding(ending) }
  }

  /// Releases the views, members and replies when all views have ended. All members receive an update but the one that
  /// closed the session, if one did.
  func end(by closer: Connection?) {
    for member in members where member.connection !== closer { member.update().sessionClosed() }
    for member in members { member.leave() }
    members.removeAll()
    (allViews, viewsByName, records) = (UnorderedList(), [:], RequestRecords())
  }

  /// Runs `body` when the session has had no member for as long as it is kept.
  func expire(_ body: @escaping @MainActor () -> Void) {
    expiry = Task {
      // Cancelled when a connection joins.
      guard (try? await TimerClock().sleep(for: .seconds(keep))) != nil else { return }
      // One may have joined just before this ran.
      if members.isEmpty, ending == nil { body() }
    }
  }

  // MARK: - Views

  /// The views, in the order in which they were opened.
  var views: [View] { View.inOrder(allViews.elements) }

  /// The views, in no order.
  var openViews: some Collection<View> { allViews.elements }

  /// How many views there are.
  var viewCount: Int { allViews.count }

  /// Whether a name is in use for a view of the session or of one of its members.
  func hasView(_ name: ExactString) -> Bool {
    members.contains { $0.shows(name) } || !viewsByName.isEmpty && viewsByName[name] != nil
  }

  /// The first view whose name is in use on a connection that is not in the session, looked for among the fewer views.
  func view(namedAsOneOf views: OpenViews) -> View? {
    let found =
      viewCount <= views.count
      ? openViews.filter { views.contains($0.id) } : views.all.compactMap { viewsByName[$0.view.id] }
    return found.min { $0.number < $1.number }
  }

  /// Adds a view that a connection has opened. The other members receive an update.
  func opened(_ view: View, by connection: Connection) {
    allViews.append(view)
    if isOpen { viewsByName[view.id] = view }
    for member in members where member.connection !== connection {
      member.update().opened(member.connection.show(view, delivery: member.delivery))
    }
  }

  /// Removes a view that was closed. All members receive an update but the one that closed it, if one did.
  func closed(_ view: View, by closer: Connection?) {
    allViews.remove(view)
    if !viewsByName.isEmpty { viewsByName[view.id] = nil }
    for member in members where member.connection !== closer { member.connection.closed(view) }
  }

  // MARK: - Requests

  /// Counts a call whose work has begun.
  func callBegan() { callCount += 1 }

  /// Counts a call whose work has ended.
  func callEnded() { callCount -= 1 }

  /// Adds a request for the session.
  ///
  /// - Throws: A failure if the session keeps the reply to an earlier request of this id. If the new reply were lost,
  ///   a join would be answered with the earlier one.
  func add(_ call: Call, from member: SessionMember) throws(Failure) {
    guard let id = call.id, id != .null, call.record == nil else { return }
    let key = RequestRecord.Key(frontEnd: member.number, id: id)
    guard records[key] == nil else {
      throw Failure(.invalidRequest, "A request with this id came before in this session.")
    }
    let record = RequestRecord(for: call, key: key) { [weak self] in self?.records.settled($0) }
    records.add(record)
    call.isKept(by: record)
  }

  /// The record of a request of a front end.
  func record(_ id: RequestID, of frontEnd: Int) -> RequestRecord? {
    records[RequestRecord.Key(frontEnd: frontEnd, id: id)]
  }
}
