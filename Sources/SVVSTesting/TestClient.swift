public import JSON
public import SVVS
public import StateProtocol
public import StateServer

/// A front end in the test's own process: opens views of an app, calls actions, and keeps what it is
/// sent, in order.
///
/// ```swift
/// let client = TestClient(CounterApp())
/// try await client.open("counter", as: "c")
/// await client.call("increment", on: "c").settled
/// #expect(client.takeChanges() == [#"c {"count":1}"#])
/// ```
///
/// An app that cannot be served, since two of its types have one name, ends the test with a message that names both.
@MainActor
public final class TestClient {
  private let transport = InProcessTransport()
  private let peer: Peer
  private var lastID = 0
  private var calls: [Int: TestCall] = [:]
  private var commits: [String] = []
  private var changeWaiters: [CheckedContinuation<Void, Never>] = []
  private var unread: [String] = []
  private var readers: [CheckedContinuation<String, Never>] = []

  /// Connects to an app that nobody else is connected to.
  public convenience init(_ app: some App, configuration: ServerConfiguration = ServerConfiguration()) {
    self.init(TestHost(app, configuration: configuration))
  }

  /// Connects to an app of nothing but views of one type.
  ///
  /// - Parameter make: Makes the state of a view that is opened.
  public convenience init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor () -> State) {
    self.init(SingleViewApp(views: [ViewType(type, make: make)]))
  }

  /// Connects to an app that others may be connected to, too.
  public init(_ host: TestHost) {
    peer = host.connect(transport)
    transport.deliver { [weak self] in self?.receive($0) }
  }

  // MARK: - Calls

  /// Sends a request of the protocol.
  @discardableResult
  public func request(_ request: some ClientRequest) -> TestCall { send(type(of: request).method, request) }

  /// Sends a request of any method; its parameters are the text of a JSON object.
  @discardableResult
  public func request(_ method: String, _ params: String = "{}") -> TestCall { send(method, parsed(params)) }

  /// Calls an action of a view; further arguments are the text of JSON members.
  @discardableResult
  public func call(_ action: String, on view: String, _ arguments: String = "") -> TestCall {
    request(action, #"{"\#(ActionCall.viewName)":"\#(view)"\#(arguments.isEmpty ? "" : ",")\#(arguments)}"#)
  }

  /// Opens a view and returns its snapshot.
  @discardableResult
  public func open(
    _ type: String, as view: String, params: String = "{}", session: String? = nil, delivery: Delivery? = nil
  ) async throws -> JSONValue {
    let params = try JSONObject(json: parsed(params))
    let opening = request(
      ViewOpen(
        type: type, view: ExactString(view), params: params, session: session.map { ExactString($0) },
        delivery: delivery))
    return try ViewSnapshot(json: await opening.result).state.json
  }

  /// Asks for the snapshot of a view.
  public func state(of view: String) async throws -> JSONValue {
    try ViewSnapshot(json: await request(ViewGet(view: ExactString(view))).result).state.json
  }

  /// Cancels a call.
  public func cancel(_ call: TestCall) { notify(CancelRequest(id: .integer(Int64(call.id)))) }

  /// Sends a notification of the protocol.
  public func notify<Notification: ClientRequest>(_ notification: Notification) {
    var writer = JSONWriter()
    writer.request(Notification.method, id: nil, params: notification)
    send(writer.description)
  }

  // MARK: - Changes

  /// Takes the changes since the last time, a text for each commit: the views in it and what changed.
  ///
  /// What follows a call is complete when the call has settled, so that a comparison with an array
  /// says what was sent and that there was nothing else.
  public func takeChanges() -> [String] {
    defer { commits.removeAll() }
    return commits
  }

  /// Takes the changes of the next commit, and waits for it if there is none: for what comes without
  /// a call, such as another program's write to a database.
  public func nextChange() async -> String {
    if commits.isEmpty { await withCheckedContinuation { changeWaiters.append($0) } }
    return commits.removeFirst()
  }

  /// The number of the last commit of which changes have come; nil before the first.
  public private(set) var lastCommit: Int?

  // MARK: - Raw lines

  /// Sends one line as it is.
  public func send(_ line: String) {
    Array((line + "\n").utf8).withUnsafeBytes { peer.received($0) }
  }

  /// The next line that the server sent.
  public func nextLine() async -> String {
    unread.isEmpty ? await withCheckedContinuation { readers.append($0) } : unread.removeFirst()
  }

  /// The lines that the server sent and that were not read.
  public var unreadLines: [String] { unread }

  /// Sends nothing more.
  public func endInput() { peer.inputEnded() }

  /// The status that the server ended the connection with, once it has.
  public var status: Int32? { transport.status }

  /// Stops or goes on reading; what changes meanwhile is merged.
  public var isReading: Bool {
    get { !transport.isOutputBlocked }
    set { if newValue { if transport.unblock() { peer.outputDrained() } } else { transport.block() } }
  }

  // MARK: - Messages

  private func send(_ method: String, _ params: some JSONEncodable) -> TestCall {
    lastID += 1
    let call = TestCall(id: lastID)
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
    if readers.isEmpty { unread.append(line) } else { readers.removeFirst().resume(returning: line) }
    do {
      switch try ServerMessage(parsing: line) {
      case .responses(let responses): for response in responses { answer(response) }
      case .stateChanged(let change): receive(change)
      }
    } catch {
      preconditionFailure("the server sent what is no message (\(error)): \(line)")
    }
  }

  private func answer(_ response: Response) {
    // Others are for who sends lines.
    if case .integer(let id) = response.id { calls[Int(id)]?.answer(response) }
  }

  private func receive(_ change: StateChanged) {
    lastCommit = change.commit
    commits.append(change.views.map { "\($0.view.string) \($0.content)" }.joined(separator: "; "))
    if !changeWaiters.isEmpty { changeWaiters.removeFirst().resume() }
  }
}

/// An app whose views a test makes.
private struct SingleViewApp: App {
  var views: [ViewType<Void>] = []
}
