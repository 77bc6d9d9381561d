#if HTTP
  import DemoApp
  import Synchronization

  /// Counts and limits the requests to a service that are in progress. These include requests that wait for a
  /// connection.
  final class RequestCount: Sendable {
    private let maximum: Int
    private let count = Mutex(0)

    init(atMost maximum: Int = 1024) {
      self.maximum = maximum
    }

    /// Counts a request until ``end()`` is called.
    ///
    /// - Throws: ``RepositoryError/tooManyRequests`` if the number of requests is at its limit.
    func begin() throws(RepositoryError) {
      let isCounted = count.withLock { count in
        guard count < maximum else { return false }
        count += 1
        return true
      }
      guard isCounted else { throw .tooManyRequests }
    }

    func end() {
      count.withLock { $0 -= 1 }
    }
  }
#endif
