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
/// The protocol defines requests such as ``ViewOpen``. A front end may declare further requests for the actions of an app:
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

/// The result of a request that returns nothing: `null`.
///
/// For an example, see ``Shutdown``.
public struct NullResult: JSONCodable {
  public static var jsonSchema: JSONSchema { .null }

  /// Creates the result. All results of this type are equal.
  package init() {}

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard json.isNull else { throw JSONDecodingError(expected: .null, found: json) }
  }

  public func encode(to writer: inout JSONWriter) { writer.writeNull() }
}

/// The parameter names used in error paths.
package enum ParameterName {
  package static let clientInfo = "clientInfo"
  package static let view = "view"
  package static let session = "session"
  package static let token = "token"
  package static let keep = "keep"
  package static let unanswered = "unanswered"
  package static let type = "type"
  package static let params = "params"
  package static let properties = "properties"
}
