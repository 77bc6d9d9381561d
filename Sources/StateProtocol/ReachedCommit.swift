public import JSON

/// The result of a call: the commit that it has reached.
///
/// ```swift
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
@JSONCodable
public struct ReachedCommit: Sendable {
  /// The last commit before the reply; every change up to it was sent before.
  public let commit: Int

  /// The result after a commit.
  public init(commit: Int) { self.commit = commit }
}
