import Dispatch
import GRDB
import Synchronization

/// What observers are to be shown on the main actor, in one step for each transaction.
///
/// It is sent from the writer's queue straight to the main one: results come in the order of the transactions, and
/// before whoever wrote is told that the write is done.
final class Deliveries: Sendable {
  private let waiting = Mutex<[ObservedQuery.Delivery]>([])
  private let writer: DatabaseQueue

  init(from writer: DatabaseQueue) {
    self.writer = writer
  }

  /// Takes what one observer is shown, on the writer's queue. It is sent when what runs there is done, or before.
  func add(_ delivery: @escaping ObservedQuery.Delivery) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(delivery)
      return waiting.count == 1
    }
    if isFirst { writer.asyncWriteWithoutTransaction { [weak self] _ in self?.send() } }
  }

  /// Sends what has gathered.
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
