public import JSON

/// A call that caused a commit.
///
/// For an example, see ``StateChanged``.
@JSONCodable(omitsNil: true)
public struct CausingCall: Sendable {
  /// The id of the request. It is left out if the call was sent as a notification.
  public let id: RequestID?
  /// The method or action that was called.
  public let method: String
  /// The name of the view on which the method or action was called.
  public let view: ExactString?

  /// Creates the description of a call.
  package init(id: RequestID?, method: String, view: ExactString?) {
    self.id = id
    self.method = method
    self.view = view
  }
}
