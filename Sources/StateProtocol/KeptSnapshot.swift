public import JSON

/// The kept reply to a ``ViewOpen`` or ``ViewGet``: a ``ViewSnapshot`` without the state.
///
/// A ``JoinedSession`` has the state once, in its `views`, at the same commit.
@JSONCodable
public struct KeptSnapshot: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The commit of the state in `views`.
  public let commit: Int

  /// Creates the reply for a view.
  public init(view: ExactString, commit: Int) {
    self.view = view
    self.commit = commit
  }
}
