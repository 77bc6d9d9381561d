import Dispatch
import GRDB
import Synchronization

/// The results to deliver to observers on the main actor. All results of one transaction are delivered in one step.
///
/// The writer's queue sends the results directly to the main queue. The results therefore arrive in the order of the
/// transactions, and before the call of the write returns.
final class Deliveries: Sendable {
  private let waiting = Mutex<[ObservedQuery.Delivery]>([])
  private let writer: DatabaseQueue

  init(from writer: DatabaseQueue) {
    self.writer = writer
  }

  /// Adds the result for one observer. Must be called on the writer's queue. The result is sent when the current block
  /// of that queue has ended, or earlier.
  func add(_ delivery: @escaping ObservedQuery.Delivery) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(delivery)
      return waiting.count == 1
    }
    if isFirst { writer.asyncWriteWithoutTransaction { [weak self] _ in self?.send() } }
  }

  /// Sends the results that were added since the last call.
  func send() {
    let deliveries = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !deliveries.isEmpty else { return }
    DispatchQueue.main.async {
      for delivery in deliveries { delivery() }
    }
  }
}
