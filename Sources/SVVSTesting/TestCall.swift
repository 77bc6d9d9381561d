public import JSON
public import StateProtocol

/// A request that a ``TestClient`` has sent.
@MainActor
public final class TestCall {
  /// The id of the request.
  public let id: Int

  private var response: Response?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(id: Int) { self.id = id }

  /// Whether the answer has come.
  public var isSettled: Bool { response != nil }

  /// Waits for the answer, whatever it is.
  public var settled: Void {
    get async {
      guard response == nil else { return }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Waits for the answer and returns its result.
  ///
  /// - Throws: `Failure` if the answer is an error.
  public var result: JSONValue {
    get async throws {
      await settled
      switch response?.result {
      case .success(let result): return result
      case .failure(let error): throw Failure(error)
      case nil: preconditionFailure("a call that has settled has an answer")
      }
    }
  }

  /// Waits for the answer and returns the failure in it, or nil.
  public var failure: Failure? {
    get async {
      await settled
      if case .failure(let error) = response?.result { return Failure(error) }
      return nil
    }
  }

  func answer(_ response: Response) {
    precondition(self.response == nil, "request \(id) was answered twice")
    self.response = response
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
