public import JSON

/// The answer to a call that had nothing else to tell.
@JSONCodable
public struct ReachedCommit: Sendable {
  /// The commit after which this was answered; every change up to it was sent before.
  public let commit: Int

  /// The answer after a commit.
  public init(commit: Int) { self.commit = commit }
}
