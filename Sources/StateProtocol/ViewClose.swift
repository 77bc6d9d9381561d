public import JSON
import ProtocolNames

/// `view/close`: cancels the calls of a view, waits until their work has ended, and then releases the state of the
/// view.
///
/// After the reply, the server sends nothing more about the view.
///
/// ```swift
/// _ = try await frontEnd.send(ViewClose(view: "l"))
/// ```
@JSONCodable
public struct ViewClose: ClientRequest {
  public typealias Response = ReachedCommit

  public static var method: String { RequestMethod.viewClose.rawValue }

  /// The name of the view.
  public let view: ExactString

  /// Creates a request to close a view.
  public init(view: ExactString) { self.view = view }
}
