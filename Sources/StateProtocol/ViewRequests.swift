public import JSON
import ProtocolNames

/// `view/open`: opens a view and returns a snapshot of its state.
///
/// ```swift
/// let list = try await frontEnd.send(ViewOpen(type: "list", view: "l"))
/// #expect(list.commit == 0)
/// #expect(list.state.json["draft"]?.string == "")
/// ```
///
/// With parameters, in a named session, and with another delivery:
///
/// ```swift
/// _ = try await frontEnd.send(
///   ViewOpen(type: "item", view: "i", params: parameters, session: window, delivery: .patch))
/// ```
@JSONCodable
public struct ViewOpen: ClientRequest {
  public typealias Response = ViewSnapshot<JSONObject>

  public static var method: String { RequestMethod.viewOpen.rawValue }

  /// The view type.
  public let type: String
  /// The name of the view. By default, the server chooses one.
  public let view: ExactString?
  /// The parameters of the view type.
  public let params: JSONObject?
  /// The name of the session to which the view belongs.
  public let session: ExactString?
  /// The form in which the server sends the changes of the view.
  public let delivery: Delivery?

  /// Creates a request to open a view.
  public init(
    type: String, view: ExactString? = nil, params: JSONObject? = nil, session: ExactString? = nil,
    delivery: Delivery? = nil
  ) {
    self.type = type
    self.view = view
    self.params = params
    self.session = session
    self.delivery = delivery
  }
}

/// The whole state of a view.
///
/// This type is the result of ``ViewOpen`` and ``ViewGet``. A client stores the snapshot:
///
/// ```swift
/// init(_ snapshot: ViewSnapshot<JSONObject>) {
///   commit = snapshot.commit
///   state = Dictionary(uniqueKeysWithValues: snapshot.state.json.members.map { ($0.key, $0.value) })
/// }
/// ```
@JSONCodable @PackageInitializer
public struct ViewSnapshot<State> {
  /// The name of the view.
  public let view: ExactString
  /// The number of the last commit that the state includes.
  public let commit: Int
  /// The values of the readable properties, by property name. Their types are in `app.schema.json`.
  public let state: State
}

extension ViewSnapshot: Sendable where State: Sendable {}

/// `view/get`: returns a snapshot of the current state of a view.
///
/// ```swift
/// let afresh = try await frontEnd.send(ViewGet(view: "l"))
/// #expect(afresh.commit == 2)
/// ```
@JSONCodable
public struct ViewGet: ClientRequest {
  public typealias Response = ViewSnapshot<JSONObject>

  public static var method: String { RequestMethod.viewGet.rawValue }

  /// The name of the view.
  public let view: ExactString

  /// Creates a request for the state of a view.
  public init(view: ExactString) { self.view = view }
}

/// `view/set`: sets properties of a view. The server sets either all of them or none.
///
/// ```swift
/// let properties = try JSONObject(json: JSONValue(parsing: #"{"draft":"Milk"}"#))
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
@JSONCodable
public struct ViewSet: ClientRequest {
  public typealias Response = ReachedCommit

  public static var method: String { RequestMethod.viewSet.rawValue }

  /// The name of the view.
  public let view: ExactString
  /// The new values, by property name.
  public let properties: JSONObject

  /// Creates a request to set properties of a view.
  public init(view: ExactString, properties: JSONObject) {
    self.view = view
    self.properties = properties
  }
}

/// The result of a call: the number of the last commit before the reply.
///
/// ```swift
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
@JSONCodable @PackageInitializer
public struct ReachedCommit: Sendable {
  /// The number of the last commit before the reply. The server sends all changes up to this commit before it sends the
  /// reply.
  public let commit: Int
}

/// `view/close`: cancels the calls of a view, waits until their work has ended, and then releases the state of the
/// view.
///
/// After the reply, the server sends nothing more about the view.
///
/// ```swift
/// _ = try await frontEnd.send(ViewClose(view: "l"))
/// ```
@JSONCodable
public struct ViewClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static var method: String { RequestMethod.viewClose.rawValue }

  /// The name of the view.
  public let view: ExactString

  /// Creates a request to close a view.
  public init(view: ExactString) { self.view = view }
}
