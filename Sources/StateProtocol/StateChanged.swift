public import JSON

/// `state/changed`: what one step has changed, in every open view. The server sends it.
///
/// ```swift
/// let text =
///   #"{"commit":2,"cause":[{"id":4,"method":"add","view":"l"}],"#
///   + #""views":[{"view":"l","from":1,"changes":{"draft":""}}]}"#
/// let change = try StateChanged<[ViewChange]>(json: JSONValue(parsing: text))
/// #expect(change.commit == 2)
/// #expect(change.cause?.map(\.method) == ["add"])
/// #expect(change.views.map(\.from) == [1])
/// ```
@JSONCodable(omitsNil: true)
public struct StateChanged<Views> {
  /// The number of the commit; commits are numbered upwards.
  public let commit: Int
  /// The calls that made the change, if the client asked to know.
  ///
  /// There are at most 1,024.
  public let cause: [CausingCall]?
  /// The views that have changed.
  ///
  /// They are in the order in which they were opened.
  public let views: Views

  /// The changes of a commit.
  public init(commit: Int, cause: [CausingCall]?, views: Views) {
    self.commit = commit
    self.cause = cause
    self.views = views
  }
}

extension StateChanged: Sendable where Views: Sendable {}

extension StateChanged: ServerNotification where Views: JSONEncodable {
  public static var method: String { "state/changed" }
}
