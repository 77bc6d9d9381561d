public import JSON

/// `state/changed`: a notification of all changes that one commit has made to the open views.
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
  /// The number of the commit. It is greater than the number of the previous commit.
  public let commit: Int
  /// The calls that caused the changes, at most 1,024 of them. They are listed only if the client requested them with
  /// `initialize`.
  public let cause: [CausingCall]?
  /// The changed views, in the order in which they were opened.
  public let views: Views

  /// Creates a notification of the changes in a commit.
  package init(commit: Int, cause: [CausingCall]?, views: Views) {
    self.commit = commit
    self.cause = cause
    self.views = views
  }
}

extension StateChanged: Sendable where Views: Sendable {}

extension StateChanged: ServerNotification where Views: JSONEncodable {
  public static var method: String { NotificationMethod.stateChanged.rawValue }
}
