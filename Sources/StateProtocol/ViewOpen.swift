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
