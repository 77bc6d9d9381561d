public import JSON

/// A message that a client sends as a request or as a notification. The properties of the conforming type are the
/// parameters.
///
/// ```swift
/// let properties = try JSONObject(json: JSONValue(parsing: #"{"draft":"Milk"}"#))
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
///
/// ``ClientRequests/all`` lists the requests that the protocol defines. A front end may declare further requests for
/// the actions of an app:
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
  /// The result of a successful request.
  associatedtype Response: JSONCodable

  /// The name of the method, for example `view/open`.
  static var method: String { get }
}

/// The requests that the protocol defines.
///
/// ```swift
/// #expect(ClientRequests.all.contains { $0.method == "view/open" })
/// ```
public enum ClientRequests {
  /// All requests that the protocol defines. Any other method is the name of an action.
  public static let all: [any ClientRequest.Type] = [
    Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
    SessionOpen.self, SessionJoin.self, SessionList.self, SessionClose.self,
    ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
  ]
}

/// The result of a request that returns nothing: `null`.
///
/// For an example, see ``Shutdown``.
public struct NullResult: JSONCodable {
  public static var jsonSchema: JSONSchema { .null }

  /// Creates the result. All results of this type are equal.
  public init() {}

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard json.isNull else { throw JSONDecodingError(expected: .null, found: json) }
  }

  public func encode(to writer: inout JSONWriter) { writer.writeNull() }
}
