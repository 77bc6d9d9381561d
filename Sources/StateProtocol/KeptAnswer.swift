public import JSON

/// The reply to a request that was sent on a connection which has since ended. It has the same members as a response:
/// the id, and either the result or the error.
///
/// For an example, see ``SessionJoin``.
@JSONCodable(omitsNil: true)
public struct KeptAnswer<Result> {
  /// The id of the request.
  public let id: RequestID
  /// The result, if the request succeeded.
  public let result: Result?
  /// The error, if the request failed.
  public let error: Failure?

  /// Creates the reply to a successful request.
  package init(id: RequestID, result: Result) {
    self.id = id
    self.result = result
    error = nil
  }

  /// Creates the reply to a failed request.
  package init(id: RequestID, error: Failure) {
    self.id = id
    result = nil
    self.error = error
  }
}

extension KeptAnswer: Sendable where Result: Sendable {}
