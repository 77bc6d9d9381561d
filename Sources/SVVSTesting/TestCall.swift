public import JSON
public import StateProtocol

/// A request that a ``TestClient`` has sent.
///
/// ```swift
/// let load = user.start("load", ["id": "A"])
/// #expect(user.state.isLoading)
/// try await user.close()
/// #expect(await load.failure?.kind == .requestCancelled(.viewClosed))
/// ```
@MainActor
public final class TestCall {
  /// The id of the request.
  public let id: Int

  private var response: Response?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// The client that receives the reply. It is retained until the reply has arrived.
  private var client: TestClient?
  private let host: TestHost

  init(id: Int, of client: TestClient, on host: TestHost) {
    self.id = id
    self.client = client
    self.host = host
  }

  /// Whether the reply has arrived.
  public var isSettled: Bool { response != nil }

  /// Waits for the reply, which may be a result or an error.
  ///
  /// In debug builds, this property records an issue if a property of the view has changed without a notification.
  public var settled: Void {
    get async {
      if response == nil { await withCheckedContinuation { waiters.append($0) } }
      host.reportStaleState()
    }
  }

  /// Waits for the reply, and returns the result in the reply.
  ///
  /// - Throws: `Failure` if the reply is an error.
  public var result: JSONValue {
    get async throws {
      await settled
      switch response?.result {
      case .success(let result): return result
      case .failure(let error): throw Failure(error)
      case nil: preconditionFailure("a call that has settled has a response")
      }
    }
  }

  /// Waits for the reply, and returns the failure in the reply. Returns nil if the request succeeded.
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
    client = nil
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
