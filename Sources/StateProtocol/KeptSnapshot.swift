public import JSON

/// The reply to a ``ViewOpen`` or ``ViewGet`` that a session keeps for later joins. It is a ``ViewSnapshot`` without
/// the state.
///
/// A ``JoinedSession`` contains the state only once, in its `views`, at the same commit.
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
