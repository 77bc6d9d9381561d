public import JSON
public import SVVS
import StateProtocol
public import Testing

/// A view that a ``TestClient`` has opened, with the types of its view state.
///
/// ```swift
/// let list = try await TestClient(ListApp()).open(ListViewState.self)
/// try await list.set(\.draft, "Milk")
/// #expect(list.state.canAdd)
/// try await list.call("add")
/// #expect(list.state.items == ["Milk"])
/// #expect(list.state.draft == "" && !list.state.canAdd)
/// ```
///
/// ``state`` contains the values that the client has received, not those of the view state in the server: a property
/// that changes without a notification keeps its former value.
///
/// ### Changes that a test does not read
///
/// The test must read every property that changes. When the view is released or ``finish()`` is called, an issue is
/// recorded that lists each property whose value differs from the one that the test last read or set; until then, that
/// is the value at the opening of the view. Call ``ignoreChanges()`` in a test that does not read all changes.
@MainActor
public final class TestView<State: ViewState> {
  /// The name of the view.
  public let name: String

  private let client: TestClient
  private let received: ReceivedState

  init(_ name: String, of client: TestClient, _ received: ReceivedState) {
    self.name = name
    self.client = client
    self.received = received
  }

  // The deinitializer is not isolated, because an isolated one does not run in the task of the test.
  deinit {
    MainActor.runNowIfPossible { [received] in received.reportUnread() }
  }

  /// The state that the client has received.
  public var state: TestState<State> { TestState(received) }

  /// Sets a property, as a front end does, and returns when the server has answered.
  ///
  /// - Throws: `Failure` if the server refuses the value.
  public func set<Value: JSONCodable>(
    _ property: ReferenceWritableKeyPath<State, Value>, _ value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    received.lastStep = sourceLocation
    let properties = JSONObject([State.interface.name(of: property): value])
    _ = try await client.request(ViewSet(view: ExactString(name), properties: properties)).result
    received.markRead(properties)
  }

  /// Calls an action, and returns when the call has settled.
  ///
  /// - Throws: `Failure` if the call is refused or cancelled.
  public func call(
    _ action: String, _ arguments: KeyValuePairs<String, any JSONEncodable> = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    _ = try await start(action, arguments, sourceLocation: sourceLocation).result
  }

  /// Starts a call of an action, and returns without waiting for the reply. Use it to read the state while the call is
  /// in progress:
  ///
  /// ```swift
  /// let load = user.start("load", ["id": "A"])
  /// #expect(user.state.isLoading)
  /// ```
  @discardableResult
  public func start(
    _ action: String, _ arguments: KeyValuePairs<String, any JSONEncodable> = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestCall {
    received.lastStep = sourceLocation
    return client.call(action, on: name, arguments)
  }

  /// Answers the question of the view, as a front end does, and returns when the call has settled.
  ///
  /// ```swift
  /// try await imported.answer("remove")
  /// ```
  ///
  /// The question is that of the property marked `@Answered`, as the client has received it last. `choice` is the value
  /// of one of its choices. If it is nil, an issue is recorded and nothing is called.
  ///
  /// - Throws: `Failure` if there is no such choice, if another client has answered, or if the call is cancelled.
  public func answer(_ choice: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    guard let question = State.interface.question else {
      preconditionFailure("\(State.self) has no property marked @Answered")
    }
    guard let id = received.current[State.interface.readableNames[question.property]]?["id"]?.string else {
      Issue.record("no question is asked", sourceLocation: sourceLocation)
      return
    }
    let action = State.interface.actions[question.action].description.name
    try await call(action, ["choice": choice, "question": id], sourceLocation: sourceLocation)
  }

  /// Waits until a property has a value that the test has not read.
  ///
  /// Use it for changes that no call causes (for example, when another program writes to a database).
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, for example by the time limit of the test.
  public func change(of property: PartialKeyPath<State>) async throws {
    try await received.change(of: State.interface.name(of: property))
  }

  /// Closes the view. Records an issue about unread changes, like ``finish()``; the test need not read later changes.
  ///
  /// - Throws: `Failure` if the view is not open.
  public func close() async throws {
    received.end()
    _ = try await client.request(ViewClose(view: ExactString(name))).result
  }

  /// Marks all changes as read that the client has received so far.
  public func ignoreChanges() { received.markAllRead() }

  /// Records an issue if the test has not read all changes that the client has received so far.
  ///
  /// The view does the same when it is released. Call this method where a test ends whose view is released later.
  public func finish() { received.reportUnread() }
}

/// The state of a ``TestView``. Its members are the properties of the view state.
///
/// ```swift
/// #expect(list.state.draft == "" && !list.state.canAdd)
/// ```
///
/// A property has the type of its declaration; an `ObservableArray` is an array. The type must be `JSONDecodable`.
@MainActor @dynamicMemberLookup
public struct TestState<State: ViewState> {
  private let received: ReceivedState

  init(_ received: ReceivedState) { self.received = received }

  /// The value of a property that the client received last.
  public subscript<Value: JSONDecodable>(dynamicMember property: KeyPath<State, Value>) -> Value {
    value(of: property)
  }

  /// The elements that the client received last.
  public subscript<Element: JSONDecodable>(
    dynamicMember property: KeyPath<State, ObservableArray<Element>>
  ) -> [Element] {
    value(of: property)
  }

  private func value<Value: JSONDecodable>(of property: PartialKeyPath<State>) -> Value {
    let name = State.interface.name(of: property)
    guard let json = received.read(name) else { preconditionFailure("front ends cannot read the property \(name)") }
    do {
      return try Value(json: json)
    } catch {
      preconditionFailure("the value of \(name) cannot be decoded as \(Value.self) (\(error)): \(json)")
    }
  }
}

extension _ViewInterface {
  /// The name of the property with a key path.
  fileprivate func name(of keyPath: AnyKeyPath) -> String {
    guard let property = property(at: keyPath) else {
      preconditionFailure("\(keyPath) is not a property for front ends")
    }
    return property.name
  }
}
