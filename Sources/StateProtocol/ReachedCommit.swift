public import JSON

/// The result of a call: the number of the last commit before the reply.
///
/// ```swift
/// let reached = try await frontEnd.send(ViewSet(view: "l", properties: properties))
/// #expect(reached.commit == 1)
/// ```
@JSONCodable
public struct ReachedCommit: Sendable {
  /// The number of the last commit before the reply. The server sends all changes up to this commit before it sends the
  /// reply.
  public let commit: Int

  /// Creates a result.
  package init(commit: Int) { self.commit = commit }
}
