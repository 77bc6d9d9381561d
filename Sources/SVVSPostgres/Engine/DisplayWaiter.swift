import Synchronization

/// A caller that waits until the queries of this process show a transaction.
final class DisplayWaiter: Sendable {
  /// The transaction; nil for all that were committed before.
  let transaction: UInt64?
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(transaction: UInt64?, _ continuation: CheckedContinuation<Void, Never>) {
    self.transaction = transaction
    self.continuation = Mutex(continuation)
  }

  /// Resumes the caller on the first call.
  ///
  /// - Returns: Whether this was the first call.
  @discardableResult
  func resume() -> Bool {
    let continuation = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    continuation?.resume()
    return continuation != nil
  }
}
