public import JSON

/// `view/set`: sets properties of a view, all of them or none.
@JSONCodable
public struct ViewSet: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "view/set"

  /// The id of the view.
  public let view: ExactString
  /// The new values by the names of the properties.
  public let properties: JSONObject

  /// A request to set properties of a view.
  public init(view: ExactString, properties: JSONObject) {
    self.view = view
    self.properties = properties
  }
}
