public import JSON
public import SVVS
public import StateProtocol
public import StateServer
public import Testing

/// A front end that runs in the process of the test. It opens views of an app, calls actions, and records the changes
/// that it receives, in order.
///
/// ```swift
/// let client = TestClient(UserViewState.self) { UserViewState(users: users) }
/// let user = try await client.open(UserViewState.self)
/// let load = user.start("load", ["id": "A"])
/// #expect(user.state.isLoading)
/// ```
///
/// Views can also be opened by the names of their types. A test then reads the changes of each commit as JSON:
///
/// ```swift
/// try await client.open("user", as: "u")
/// let load = client.call("load", on: "u", ["id": "A"])
/// #expect(client.takeChanges() == [#"u {"isLoading":true}"#])
/// ```
///
/// If two view types of the app have the same name, the test ends with a message that contains the name.
@MainActor
public final class TestClient {
  private let transport = InProcessTransport()
  private let host: TestHost
  private let connection: Connection
  private var calls: [Int: TestCall] = [:]
  private var isConnected = true
  /// The states of the views that the test has opened with types, by the names of the views.
  private var states: [ExactString: ReceivedState] = [:]
  private let commits = Arrivals<String>()
  private let sessionChanges = Arrivals<SessionChanged<[OpenedView<JSONObject>]>>()
  private let lines = Arrivals<String>()

  /// Connects to an app that has no other client.
  public convenience init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    self.init(TestHost(app, configuration: configuration))
  }

  /// Connects to an app with one view type. `make` creates the view states.
  public convenience init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor () -> State) {
    self.init(SingleViewApp(views: [ViewType(type, make: make)]))
  }

  /// Connects to an app that may have other clients.
  public init(_ host: TestHost) {
    self.host = host
    connection = host.connect(transport)
    transport.client = connection
    transport.deliver { [weak self] in self?.receive($0) }
  }

  isolated deinit { disconnect() }

  // MARK: - Calls

  /// Sends a request of the protocol.
  @discardableResult
  public func request(_ request: some ClientRequest) -> TestCall { send(type(of: request).method, request) }

  /// Sends a request of any method. `params` is the text of a JSON object.
  @discardableResult
  public func request(_ method: String, _ params: String = "{}") -> TestCall { send(method, parsed(params)) }

  /// Calls an action of a view.
  @discardableResult
  public func call(
    _ action: String, on view: String, _ arguments: KeyValuePairs<String, any JSONEncodable> = [:]
  ) -> TestCall {
    send(action, JSONObject([ActionCall.viewName: view], arguments))
  }

  /// Sets properties of a view.
  @discardableResult
  public func set(_ properties: KeyValuePairs<String, any JSONEncodable>, on view: String) -> TestCall {
    request(ViewSet(view: ExactString(view), properties: JSONObject(properties)))
  }

  /// Opens a view of a view state's type.
  ///
  /// ```swift
  /// let item = try await client.open(ItemViewState.self, params: ["id": 1])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the view state.
  ///   - view: The name of the view. By default, it is the name of the view type.
  ///   - params: The parameters of the view.
  ///   - session: The session in which the view is opened.
  ///   - sourceLocation: The place to which issues about unread changes refer.
  /// - Throws: `Failure` if the view cannot be opened.
  public func open<State: ViewState>(
    _ type: State.Type, as view: String? = nil, params: KeyValuePairs<String, any JSONEncodable> = [:],
    session: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> TestView<State> {
    let view = view ?? State.interface.type
    let name = ExactString(view)
    // The changes of the view may arrive before this task continues with the snapshot.
    let state = ReceivedState(of: view, openedAt: sourceLocation)
    let former = states.updateValue(state, forKey: name)
    do {
      state.begin(with: try await snapshot(State.interface.type, as: view, params, session, .properties))
    } catch {
      states[name] = former
      throw error
    }
    return TestView(view, of: self, state)
  }

  /// Opens a view by the name of its type, and returns the state in the view's snapshot.
  ///
  /// - Throws: `Failure` if the view cannot be opened.
  @discardableResult
  public func open(
    _ type: String, as view: String, params: KeyValuePairs<String, any JSONEncodable> = [:], session: String? = nil,
    delivery: Delivery? = nil
  ) async throws -> JSONValue {
    try await snapshot(type, as: view, params, session, delivery)
  }

  private func snapshot(
    _ type: String, as view: String, _ params: KeyValuePairs<String, any JSONEncodable>, _ session: String?,
    _ delivery: Delivery?
  ) async throws -> JSONValue {
    let opening = request(
      ViewOpen(
        type: type, view: ExactString(view), params: JSONObject(params), session: session.map { ExactString($0) },
        delivery: delivery))
    return try ViewSnapshot<JSONObject>(json: await opening.result).state.json
  }

  /// Requests a new snapshot of a view, and returns the state in it.
  ///
  /// - Throws: `Failure` if no such view is open.
  public func state(of view: String) async throws -> JSONValue {
    try ViewSnapshot<JSONObject>(json: await request(ViewGet(view: ExactString(view))).result).state.json
  }

  /// Cancels a call by sending `$/cancelRequest`.
  public func cancel(_ call: TestCall) { notify(CancelRequest(id: .integer(Int64(call.id)))) }

  /// Sends a notification of the protocol.
  public func notify<Notification: ClientRequest>(_ notification: Notification) {
    var writer = JSONWriter()
    writer.request(Notification.method, id: nil, params: notification)
    send(writer.description)
  }

  // MARK: - Changes

  /// Returns the changes since the last call of this method. Each commit is one text, which contains the changed views,
  /// each with its changes.
  ///
  /// When a call has settled, its changes have been received. A comparison with an array therefore checks that exactly
  /// these changes were sent.
  public func takeChanges() -> [String] { commits.takeAll() }

  /// Returns the changes of the next commit. If there is none, waits for the next commit.
  ///
  /// Use it for changes that no call causes (for example, when another program writes to a database).
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, for example by the time limit of the test.
  public func nextChange() async throws -> String { try await commits.next() }

  /// Returns the session notifications since the last call of this method. They list views that other members of shared
  /// sessions have opened and closed, and views that the server has closed because their lifetime has ended.
  public func takeSessionChanges() -> [SessionChanged<[OpenedView<JSONObject>]>] { sessionChanges.takeAll() }

  /// Returns the next session notification. If there is none, waits for the next one.
  ///
  /// Use it for views that the server closes without a call, for example because of another program.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, for example by the time limit of the test.
  public func nextSessionChange() async throws -> SessionChanged<[OpenedView<JSONObject>]> {
    try await sessionChanges.next()
  }

  /// The number of the last commit with changes; nil before the first such commit.
  public private(set) var lastCommit: Int?

  // MARK: - Raw lines

  /// Sends a line without changing it.
  public func send(_ line: String) {
    transport.deliver(Array((line + "\n").utf8))
  }

  /// Returns the next line that the server sent. If there is none, waits for the next line.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, for example by the time limit of the test.
  public func nextLine() async throws -> String { try await lines.next() }

  /// The lines that the server has sent and that ``nextLine()`` has not yet returned.
  public var unreadLines: [String] { lines.all }

  /// Ends the input, like a client that closes the pipe.
  public func endInput() { transport.endInput() }

  /// Cuts the connection: nothing is read or sent any more. The calls in progress end without a reply.
  public func disconnect() {
    connection.disconnect()
    isConnected = false
    for call in calls.values { call.end() }
  }

  /// The status with which the connection has ended; nil before it has ended.
  public var status: Int32? { transport.status }

  /// Whether the client reads. While it does not read, changes are merged and replies wait.
  public var isReading: Bool {
    get { !transport.isOutputBlocked }
    set { if newValue { if transport.unblock() { connection.outputDrained() } } else { transport.block() } }
  }

  // MARK: - Messages

  private func send(_ method: String, _ params: some JSONEncodable) -> TestCall {
    let call = TestCall(id: host.nextRequestID(), of: self, on: host)
    calls[call.id] = call
    var writer = JSONWriter()
    writer.request(method, id: .integer(Int64(call.id)), params: params)
    send(writer.description)
    if !isConnected { call.end() }
    return call
  }

  private func parsed(_ params: String) -> JSONValue {
    do {
      return try JSONValue(parsing: params)
    } catch {
      preconditionFailure("the parameters are not JSON: \(params)")
    }
  }

  private func receive(_ line: String) {
    lines.add(line)
    do {
      switch try ServerMessage(parsing: line) {
      case .responses(let responses): for response in responses { answer(response) }
      case .stateChanged(let change): receive(change)
      case .sessionChanged(let change): sessionChanges.add(change)
      }
    } catch {
      preconditionFailure("the server sent a line that is not a message (\(error)): \(line)")
    }
  }

  private func answer(_ response: Response) {
    // Replies with other ids belong to requests that a test has sent as raw lines.
    if case .integer(let id) = response.id { calls[Int(id)]?.answer(response) }
  }

  private func receive(_ change: StateChanged<[ViewChange]>) {
    lastCommit = change.commit
    for change in change.views { states[change.view]?.receive(change) }
    commits.add(change.views.map { "\($0.view.string) \($0.content)" }.joined(separator: "; "))
  }
}

extension ViewChange {
  /// The new values, or the steps of the patch, as JSON text.
  fileprivate var content: String {
    var writer = JSONWriter()
    switch self {
    case .values(let change): writer.write(change.changes)
    case .patch(let change): writer.write(change.patch)
    }
    return writer.description
  }
}

extension JSONObject {
  /// An object with the members of several lists.
  init(_ members: KeyValuePairs<String, any JSONEncodable>...) {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members.joined() { writer.member(name, value) }
    }
    do {
      try self.init(json: JSONValue(parsing: writer.bytes))
    } catch {
      preconditionFailure("the members are not JSON (\(error)): \(writer)")
    }
  }
}

/// An app with the view types that a test creates.
private struct SingleViewApp: App {
  var views: [ViewType<Void>] = []
}
