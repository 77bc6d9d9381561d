import Synchronization

/// Somebody who waits until what is written shows.
final class DisplayWaiter: Sendable {
  /// The transaction that wrote it; nil for all that was committed before.
  let transaction: UInt64?
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(transaction: UInt64?, _ continuation: CheckedContinuation<Void, Never>) {
    self.transaction = transaction
    self.continuation = Mutex(continuation)
  }

  /// Lets them go on; the first time counts.
  ///
  /// - Returns: Whether this is the first time.
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
