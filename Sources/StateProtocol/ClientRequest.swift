public import JSON

/// What a client sends, as a request or as a notification; the properties are the parameters.
///
/// ```swift
/// let properties = try JSONObject(json: JSONValue(parsing: #"{"draft":"Milk"}"#))
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
///
/// The protocol's own requests are in ``ClientRequests/all``. A front end may declare the actions of an app as
/// further ones:
///
/// ```swift
/// @JSONCodable
/// struct Add: ClientRequest {
///   typealias Response = ReachedCommit
///
///   static let method = "add"
///
///   let view: ExactString
/// }
/// ```
public protocol ClientRequest: JSONCodable {
  /// The result of a request that succeeds.
  associatedtype Response: JSONCodable

  /// The name of the method, as in `view/open`.
  static var method: String { get }
}

/// The requests of the protocol.
///
/// ```swift
/// #expect(ClientRequests.all.contains { $0.method == "view/open" })
/// ```
public enum ClientRequests {
  /// Every request of the protocol. Any other method is the name of an action.
  public static let all: [any ClientRequest.Type] = [
    Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
    SessionOpen.self, SessionJoin.self, SessionList.self, SessionClose.self,
    ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
  ]
}

/// The result `null`, of a request that only has to be done.
///
/// ``Shutdown`` has an example.
public struct NullResult: JSONCodable {
  public static var jsonSchema: JSONSchema { .null }

  /// The only value.
  public init() {}

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard json.isNull else { throw JSONDecodingError(expected: .null, found: json) }
  }

  public func encode(to writer: inout JSONWriter) { writer.writeNull() }
}
