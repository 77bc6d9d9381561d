public import JSON

/// `view/get`: answers with a fresh snapshot, for a client that has lost track.
@JSONCodable
public struct ViewGet: ClientRequest {
  public typealias Response = ViewSnapshot

  public static let method = "view/get"

  /// The id of the view.
  public let view: ExactString

  /// A request for the state of a view.
  public init(view: ExactString) { self.view = view }
}
