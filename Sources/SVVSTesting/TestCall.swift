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
  private let waiters = Waiters()

  /// The client that receives the reply. It is retained until the reply has arrived or the client has disconnected.
  private var client: TestClient?
  private let host: TestHost

  init(id: Int, of client: TestClient, on host: TestHost) {
    self.id = id
    self.client = client
    self.host = host
  }

  /// Whether the reply has arrived.
  public var isSettled: Bool { response != nil }

  /// Waits for the reply, which may be a result or an error. The wait also ends if the client disconnects or if the
  /// task is cancelled, for example by the time limit of the test.
  ///
  /// In debug builds, this property records an issue if a property of the view has changed without a notification.
  public var settled: Void {
    get async {
      await waiters.wait { self.client == nil }
      host.reportStaleState()
    }
  }

  /// Waits for the reply, and returns the result in the reply.
  ///
  /// - Throws: `Failure` if the reply is an error, or `CancellationError` if the wait ended without a reply.
  public var result: JSONValue {
    get async throws {
      await settled
      switch response?.result {
      case .success(let result): return result
      case .failure(let error): throw error
      case nil: throw CancellationError()
      }
    }
  }

  /// Waits for the reply, and returns the failure in the reply. Returns nil if the request succeeded, or if the wait
  /// ended without a reply.
  public var failure: Failure? {
    get async {
      await settled
      if case .failure(let error) = response?.result { return error }
      return nil
    }
  }

  func answer(_ response: Response) {
    precondition(self.response == nil, "request \(id) was answered twice")
    self.response = response
    end()
  }

  /// Ends the waits for the reply, because it has arrived or will not arrive.
  func end() {
    client = nil
    waiters.check()
  }
}
