public import JSON

/// `view/get`: gets a snapshot of a view as it is now.
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

  /// A request for the state of a view.
  public init(view: ExactString) { self.view = view }
}
