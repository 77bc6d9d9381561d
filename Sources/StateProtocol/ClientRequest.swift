public import JSON

/// What a client asks a server for, by a request or a notification: the properties are its parameters.
///
/// ```swift
/// let open = ViewOpen(type: "counter", view: "c")
/// ViewOpen.method                 // "view/open"
/// ViewOpen.Response.self          // ViewSnapshot: what the result is
/// ```
public protocol ClientRequest: JSONCodable {
  /// The result of a request that succeeds.
  associatedtype Response: JSONCodable

  /// The name of the method.
  static var method: String { get }
}

/// The methods of the protocol.
public enum ClientRequests {
  /// Every request of the protocol; any other method is the name of an action.
  public static let all: [any ClientRequest.Type] = [
    Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
    SessionOpen.self, SessionClose.self,
    ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
  ]
}

/// The result of a request that has nothing to tell: `null`.
public struct NullResult: JSONCodable {
  public static var jsonSchema: JSONSchema { .null }

  /// The result.
  public init() {}

  public init(json: JSONValue) throws(JSONDecodingError) {
    guard json.isNull else { throw JSONDecodingError(expected: "null", found: json) }
  }

  public func encode(to writer: inout JSONWriter) { writer.writeNull() }
}
