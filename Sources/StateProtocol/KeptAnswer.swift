public import JSON
public import JSONRPC

/// The reply to a request of a connection that has ended, as in its response.
///
/// ``SessionJoin`` has an example.
@JSONCodable(omitsNil: true)
public struct KeptAnswer<Result> {
  /// The id of the request.
  public let id: RequestID
  /// The result, if the request has succeeded.
  public let result: Result?
  /// The error, if it has not.
  public let error: Failure?

  /// The result of a request that has succeeded.
  public init(id: RequestID, result: Result) {
    self.id = id
    self.result = result
    error = nil
  }

  /// The error of a request that has failed.
  public init(id: RequestID, error: Failure) {
    self.id = id
    result = nil
    self.error = error
  }
}

extension KeptAnswer: Sendable where Result: Sendable {}
