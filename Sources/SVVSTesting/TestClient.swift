public import JSON
public import SVVS
public import StateProtocol
public import StateServer

/// A front end in the test's own process: opens views of an app, calls actions, and keeps what it is sent, in
/// order.
///
/// ```swift
/// let client = TestClient(UserViewState.self) { UserViewState(users: users) }
/// try await client.open("user", as: "u")
/// let load = client.call("load", on: "u", #""id":"A""#)
/// #expect(client.takeChanges() == [#"u {"isLoading":true}"#])
/// ```
///
/// An app two of whose view types have one name ends the test, with a message that names both.
@MainActor
public final class TestClient {
  private let transport = InProcessTransport()
  private let host: TestHost
  private let connection: Connection
  private var calls: [Int: TestCall] = [:]
  private let commits = Arrivals<String>()
  private let sessionChanges = Arrivals<SessionChanged<[OpenedView<JSONObject>]>>()
  private let lines = Arrivals<String>()

  /// Connects to an app that has no other client.
  public convenience init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    self.init(TestHost(app, configuration: configuration))
  }

  /// Connects to an app with views of one type, whose states `make` makes.
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

  /// Sends a request of any method; its parameters are the text of a JSON object.
  @discardableResult
  public func request(_ method: String, _ params: String = "{}") -> TestCall { send(method, parsed(params)) }

  /// Calls an action of a view; its arguments are the text of JSON members, such as `"id":"A"`.
  @discardableResult
  public func call(_ action: String, on view: String, _ arguments: String = "") -> TestCall {
    request(action, #"{"\#(ActionCall.viewName)":"\#(view)"\#(arguments.isEmpty ? "" : ",")\#(arguments)}"#)
  }

  /// Opens a view, with the text of a JSON object as its parameters, and returns the state in its snapshot.
  ///
  /// - Throws: `Failure` if the view cannot be opened.
  @discardableResult
  public func open(
    _ type: String, as view: String, params: String = "{}", session: String? = nil, delivery: Delivery? = nil
  ) async throws -> JSONValue {
    let params = try JSONObject(json: parsed(params))
    let opening = request(
      ViewOpen(
        type: type, view: ExactString(view), params: params, session: session.map { ExactString($0) },
        delivery: delivery))
    return try ViewSnapshot<JSONObject>(json: await opening.result).state.json
  }

  /// Gets the state of a view, in a new snapshot.
  ///
  /// - Throws: `Failure` if no such view is open.
  public func state(of view: String) async throws -> JSONValue {
    try ViewSnapshot<JSONObject>(json: await request(ViewGet(view: ExactString(view))).result).state.json
  }

  /// Cancels a call, by `$/cancelRequest`.
  public func cancel(_ call: TestCall) { notify(CancelRequest(id: .integer(Int64(call.id)))) }

  /// Sends a notification of the protocol.
  public func notify<Notification: ClientRequest>(_ notification: Notification) {
    var writer = JSONWriter()
    writer.request(Notification.method, id: nil, params: notification)
    send(writer.description)
  }

  // MARK: - Changes

  /// Returns the changes since the last time, a text for each commit: the views in it, each with what changed.
  ///
  /// When a call has settled, what it changed is there, so that a comparison with an array says what was sent and
  /// that there was nothing else.
  public func takeChanges() -> [String] { commits.takeAll() }

  /// Returns the changes of the next commit, and waits for one if there is none.
  ///
  /// It is for what comes without a call, such as another program's write to a database.
  public func nextChange() async -> String { await commits.next() }

  /// Returns what others have opened and closed in shared sessions since the last time, and what the server has closed
  /// unasked: views whose lifetime is over.
  public func takeSessionChanges() -> [SessionChanged<[OpenedView<JSONObject>]>] { sessionChanges.takeAll() }

  /// Returns the next of these, and waits for one if there is none.
  ///
  /// It is for what the server closes without a call, such as a view of what another program has ended.
  public func nextSessionChange() async -> SessionChanged<[OpenedView<JSONObject>]> { await sessionChanges.next() }

  /// The number of the last commit of which changes have come; nil before the first.
  public private(set) var lastCommit: Int?

  // MARK: - Raw lines

  /// Sends one line as it is.
  public func send(_ line: String) {
    transport.deliver(Array((line + "\n").utf8))
  }

  /// Returns the next line that the server sent, and waits for it if there is none.
  public func nextLine() async -> String { await lines.next() }

  /// The lines that the server sent and ``nextLine()`` has not returned.
  public var unreadLines: [String] { lines.all }

  /// Ends the input, as a client does that closes the pipe.
  public func endInput() { transport.endInput() }

  /// Cuts the connection: nothing more is read or sent.
  public func disconnect() { connection.disconnect() }

  /// The status that the connection has ended with; nil before its end.
  public var status: Int32? { transport.status }

  /// Whether the client reads. While it does not, changes are merged and replies wait.
  public var isReading: Bool {
    get { !transport.isOutputBlocked }
    set { if newValue { if transport.unblock() { connection.outputDrained() } } else { transport.block() } }
  }

  // MARK: - Messages

  private func send(_ method: String, _ params: some JSONEncodable) -> TestCall {
    let call = TestCall(id: host.nextRequestID(), of: self)
    calls[call.id] = call
    var writer = JSONWriter()
    writer.request(method, id: .integer(Int64(call.id)), params: params)
    send(writer.description)
    return call
  }

  private func parsed(_ params: String) -> JSONValue {
    do {
      return try JSONValue(parsing: params)
    } catch {
      preconditionFailure("the parameters are no JSON: \(params)")
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
      preconditionFailure("the server sent what is no message (\(error)): \(line)")
    }
  }

  private func answer(_ response: Response) {
    // Others are for who sends lines.
    if case .integer(let id) = response.id { calls[Int(id)]?.answer(response) }
  }

  private func receive(_ change: StateChanged<[ViewChange]>) {
    lastCommit = change.commit
    commits.add(change.views.map { "\($0.view.string) \($0.content)" }.joined(separator: "; "))
  }
}

extension ViewChange {
  /// The new values, the steps or the names, as JSON text.
  fileprivate var content: String {
    var writer = JSONWriter()
    switch self {
    case .values(let change): writer.write(change.changes)
    case .patch(let change): writer.write(change.patch)
    case .names(let change): writer.write(change.changed)
    }
    return writer.description
  }
}

/// An app whose views a test makes.
private struct SingleViewApp: App {
  var views: [ViewType<Void>] = []
}
