public import JSON
import ProtocolNames

/// `view/get`: returns a snapshot of the current state of a view.
///
/// ```swift
/// let afresh = try await frontEnd.send(ViewGet(view: "l"))
/// #expect(afresh.commit == 2)
/// ```
@JSONCodable
public struct ViewGet: ClientRequest {
  public typealias Response = ViewSnapshot<JSONObject>

  public static var method: String { RequestMethod.viewGet.rawValue }

  /// The name of the view.
  public let view: ExactString

  /// Creates a request for the state of a view.
  public init(view: ExactString) { self.view = view }
}
