public import JSON

/// `view/close`: cancels the view's calls, waits for the end of their work, and releases the view's state.
///
/// Nothing of the view is sent after the reply.
///
/// ```swift
/// _ = try await frontEnd.send(ViewClose(view: "l"))
/// ```
@JSONCodable
public struct ViewClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static let method = "view/close"

  /// The name of the view.
  public let view: ExactString

  /// A request to close a view.
  public init(view: ExactString) { self.view = view }
}
