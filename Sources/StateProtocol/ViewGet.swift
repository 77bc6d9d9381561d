public import JSON

/// `view/get`: returns a snapshot of the current state of a view.
///
/// ```swift
/// let afresh = try await frontEnd.send(ViewGet(view: "l"))
/// #expect(afresh.commit == 2)
/// ```
@JSONCodable
public struct ViewGet: ClientRequest {
  public typealias Response = ViewSnapshot<JSONObject>

  public static let method = "view/get"

  /// The name of the view.
  public let view: ExactString

  /// Creates a request for the state of a view.
  public init(view: ExactString) { self.view = view }
}
