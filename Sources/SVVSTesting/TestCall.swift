public import JSON

/// A request that a ``TestClient`` has sent.
@MainActor
public final class TestCall {
  /// An error that a server answered with.
  public struct Failure: Error, Equatable {
    /// The kind of error, such as `InvalidParams`.
    public let kind: String
    /// The error in full.
    public let error: JSON
  }

  /// The id of the request.
  public let id: Int

  private var message: JSON?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(id: Int) { self.id = id }

  /// Whether the answer has come.
  public var isSettled: Bool { message != nil }

  /// Waits for the answer, whatever it is.
  public var settled: Void {
    get async {
      guard message == nil else { return }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Waits for the answer and returns its result.
  ///
  /// - Throws: ``Failure`` if the answer is an error.
  public var result: JSON {
    get async throws {
      await settled
      if let error = message?["error"] { throw Failure(kind: error["data"]?["kind"]?.string ?? "", error: error) }
      return message?["result"] ?? .emptyObject
    }
  }

  /// Waits for the answer and returns the error in it, or nil.
  public var failure: Failure? {
    get async {
      do {
        _ = try await result
        return nil
      } catch {
        return error as? Failure
      }
    }
  }

  func answer(_ message: JSON) {
    precondition(self.message == nil, "request \(id) was answered twice")
    self.message = message
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
