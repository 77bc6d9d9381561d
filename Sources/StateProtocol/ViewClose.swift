public import JSON

/// `view/close`: cancels the view's calls, waits for them to end, and lets go of its state.
@JSONCodable
public struct ViewClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "view/close"

  /// The id of the view.
  public let view: ExactString

  /// A request to close a view.
  public init(view: ExactString) { self.view = view }
}
