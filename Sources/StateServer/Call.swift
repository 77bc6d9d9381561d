import JSONRPC
import SVVS

/// A call of a client, from its arrival until it has settled.
@MainActor
final class Call {
  /// The call whose work is running, where the client wants to know causes.
  @TaskLocal static var running: Call?

  /// The method or action that is called.
  let method: String
  /// The id to answer under; nil for a notification, which is not answered.
  let id: RequestID?
  /// The batch that gathers the answer, if the call came in one.
  let batch: Batch?

  /// Whether the id is in use by this call: one that was refused for its id has none.
  var ownsID = false

  /// The view whose action is called, once that is known.
  weak var view: OpenView?
  /// The call's place in the table, while its work is under way.
  var handle: CallTable<Call>.Handle?
  /// The work that was started.
  var work = Effect.none
  /// Whether the next commit tells it as a cause.
  var isCause = false
  /// Whether it may change something that Observation passes over.
  var mayGoUnnoticed = false
  /// Whether the answer has been given.
  var isAnswered = false
  /// Why the call was cancelled, if it was.
  private(set) var cancellation: CancellationReason?

  /// The id that is in use until all answers to the batch are there; nil for a call in none.
  var heldID: RequestID? { ownsID && batch != nil && id != .null ? id : nil }

  /// About how many bytes the answer will take, with what it keeps and echoes.
  var answerSize: Int {
    let size = 64 + method.utf8.count
    return if case .string(let text) = id { size + text.string.utf8.count } else { size }
  }

  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ method: String, id: RequestID?, batch: Batch?) {
    self.method = method
    self.id = id
    self.batch = batch
  }

  /// Asks the work to end early; the first reason counts.
  func cancel(_ reason: CancellationReason) {
    cancellation = cancellation ?? reason
    work.cancel()
  }

  /// Waits until the call has settled.
  var settlement: Void {
    get async {
      guard handle != nil else { return }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  func resumeWaiters() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
