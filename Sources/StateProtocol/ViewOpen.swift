public import JSON

/// `view/open`: opens a view and answers with the snapshot of its state.
@JSONCodable
public struct ViewOpen: ClientRequest {
  public typealias Response = ViewSnapshot

  public static let method = "view/open"

  /// The view type.
  public let type: String
  /// The id of the view; the server chooses one if it is left out.
  public let view: ExactString?
  /// The parameters that the view type takes.
  public let params: JSONObject?
  /// The session that the view belongs to.
  public let session: ExactString?
  /// How changes of the view are told.
  public let delivery: Delivery?

  /// A request for a view of a type.
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
