public import JSON
public import SVVS
public import StateServer

/// A front end in the test's own process: opens views of an app, calls actions, and keeps what it is
/// told, in order.
///
/// ```swift
/// let client = TestClient(CounterApp())
/// try await client.open("counter", as: "c")
/// await client.call("increment", on: "c").settled
/// #expect(client.takeChanges() == [#"c {"count":1}"#])
/// ```
@MainActor
public final class TestClient {
  private let loop = InProcessLoop()
  private let connection: Connection
  private var lastID = 0
  private var calls: [Int: TestCall] = [:]
  private var commits: [String] = []
  private var changeWaiters: [CheckedContinuation<Void, Never>] = []
  private var unread: [String] = []
  private var readers: [CheckedContinuation<String, Never>] = []

  /// Connects to an app.
  public init(_ app: some App, configuration: Configuration = Configuration()) {
    connection = Connection(app: app, configuration: configuration, loop: loop)
    loop.receive = { [weak self] in self?.receive($0) }
  }

  /// Connects to an app of nothing but views of one type.
  ///
  /// - Parameter make: Makes the state of a view that is opened.
  public convenience init<State: ViewState>(_ type: State.Type, make: @escaping @MainActor () -> State) {
    self.init(SingleViewApp(views: [ViewType(type, make: make)]))
  }

  // MARK: - Calls

  /// Sends a request; its parameters are the text of a JSON object.
  @discardableResult
  public func request(_ method: String, _ params: String = "{}") -> TestCall {
    do {
      _ = try JSON(parsing: params)
    } catch {
      preconditionFailure("the parameters of \(method) are no JSON: \(params)")
    }
    lastID += 1
    let call = TestCall(id: lastID)
    calls[lastID] = call
    send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return call
  }

  /// Calls an action of a view; further arguments are the text of JSON members.
  @discardableResult
  public func call(_ action: String, on view: String, _ arguments: String = "") -> TestCall {
    request(action, #"{"view":"\#(view)"\#(arguments.isEmpty ? "" : ",")\#(arguments)}"#)
  }

  /// Opens a view and returns its snapshot.
  @discardableResult
  public func open(
    _ type: String, as view: String, params: String = "{}", session: String = "default"
  ) async throws -> JSON {
    let opening = request(
      "view/open", #"{"type":"\#(type)","view":"\#(view)","params":\#(params),"session":"\#(session)"}"#)
    return try await opening.result["state"] ?? .emptyObject
  }

  /// Asks for the snapshot of a view.
  public func state(of view: String) async throws -> JSON {
    try await request("view/get", #"{"view":"\#(view)"}"#).result["state"] ?? .emptyObject
  }

  /// Cancels a call.
  public func cancel(_ call: TestCall) {
    send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(call.id)}}"#)
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

  // MARK: - Raw lines

  /// Sends one line as it is.
  public func send(_ line: String) {
    Array((line + "\n").utf8).withUnsafeBytes { connection.received($0) }
  }

  /// The next line that the server sent.
  public func nextLine() async -> String {
    unread.isEmpty ? await withCheckedContinuation { readers.append($0) } : unread.removeFirst()
  }

  /// The lines that the server sent and that were not read.
  public var unreadLines: [String] { unread }

  /// Sends nothing more.
  public func endInput() {
    connection.inputEnded()
  }

  /// The status that the server ended with, once it has.
  public var status: Int32? { loop.status }

  /// Stops or goes on reading; what changes meanwhile is merged.
  public var isReading: Bool {
    get { !loop.isOutputBlocked }
    set { if newValue { loop.unblock() } else { loop.isOutputBlocked = true } }
  }

  private func receive(_ line: String) {
    if readers.isEmpty { unread.append(line) } else { readers.removeFirst().resume(returning: line) }
    // What is no object, such as the answer to a batch, is for who reads the lines.
    guard let message = try? JSON(parsing: line) else { return }
    if message["method"]?.string == "state/changed", let params = message["params"] { receive(commit: params) }
    if let id = message["id"]?.integer { calls[Int(id)]?.answer(message) }
  }

  private func receive(commit: JSON) {
    let views = (commit["views"]?.elements ?? []).map { view in
      "\(view["view"]?.string ?? "") \(view["changes"]?.description ?? "")"
    }
    commits.append(views.joined(separator: "; "))
    if !changeWaiters.isEmpty { changeWaiters.removeFirst().resume() }
  }
}

/// An app whose views a test makes.
private struct SingleViewApp: App {
  var views: [ViewType<Void>] = []
}
