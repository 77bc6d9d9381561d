public import JSON
import ProtocolNames

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
