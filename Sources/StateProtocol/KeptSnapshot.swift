public import JSON

/// A reply to a ``ViewOpen`` or ``ViewGet``, in the form in which a session keeps the reply for later joins. It is a
/// ``ViewSnapshot`` without the state.
///
/// The state is left out because the ``JoinedSession`` already contains it in `views`, at the same commit.
@JSONCodable
public struct KeptSnapshot: Sendable {
  /// The name of the view.
  public let view: ExactString
  /// The number of the last commit that the state in `views` includes.
  public let commit: Int

  /// Creates the reply for a view.
  package init(view: ExactString, commit: Int) {
    self.view = view
    self.commit = commit
  }
}
