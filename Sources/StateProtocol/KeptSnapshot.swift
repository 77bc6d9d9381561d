public import JSON

/// The kept reply to a ``ViewOpen`` or ``ViewGet``: a ``ViewSnapshot`` without the state.
///
/// A ``JoinedSession`` has the state once, in its `views`, at the same commit.
@JSONCodable
public struct KeptSnapshot: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The commit as of which the state in `views` is true.
  public let commit: Int

  /// The kept reply about a view.
  public init(view: ExactString, commit: Int) {
    self.view = view
    self.commit = commit
  }
}
