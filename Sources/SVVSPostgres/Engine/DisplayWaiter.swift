import Synchronization

/// A caller that waits until the queries of this process show the changes of a transaction.
final class DisplayWaiter: Sendable {
  /// The transaction whose changes the caller waits for. If nil, the caller waits for all transactions that were
  /// committed before.
  let transaction: UInt64?
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(transaction: UInt64?, _ continuation: CheckedContinuation<Void, Never>) {
    self.transaction = transaction
    self.continuation = Mutex(continuation)
  }

  /// Resumes the caller, unless it was already resumed. Returns whether this was the first call.
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
