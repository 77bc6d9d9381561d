import CCrash
import JSON
import JSONRPC
import SVVS
import StateProtocol

/// A call from a client, from its arrival until it is settled.
@MainActor
final class Call {
  /// The call whose work is running now. Set only if a client requests causes, or if the call's view has a lifetime
  /// that may end.
  @TaskLocal static var running: Call?

  /// The method of the request. If the request calls an action, this is the name of the action.
  let method: String
  /// The id that the reply repeats; nil for a notification, which gets no reply.
  let id: RequestID?
  /// The connection that sends the reply. This is the connection that received the call, or a later connection that has
  /// taken the call over.
  private(set) var connection: Connection
  /// The batch that collects the reply, if the call is part of one.
  private(set) var batch: Batch?

  /// The view whose action is called; nil until the view is known.
  private(set) weak var view: View?
  /// The record of the call in its session, if the session is shared.
  private(set) var record: RequestRecord?
  /// The session of the view; nil until the work has begun.
  private var session: Session?
  /// Whether the call was answered.
  private(set) var isAnswered = false
  /// The reason for cancelling the call, if it was cancelled.
  private(set) var cancellation: CancellationReason?
  /// The time at which the call is answered even if its work has not ended; nil if no request has cancelled the call.
  private(set) var deadline: ContinuousClock.Instant?

  /// Whether this call owns its id. A call that was refused because of its id does not own the id.
  private var ownsID = false
  /// The position of this call among all calls of the process, in the order in which their work began.
  private(set) var number = 0
  /// The call's entry in the table of calls; nil unless the work is in progress.
  private var handle: CallTable<Call>.Handle?
  /// The work that was started.
  private var work = Effect.none
  /// The number of the call's entry in the report of a crash; -1 unless the call is in progress.
  private var crashRecord: Int32 = -1
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ method: String, id: RequestID?, batch: Batch?, from connection: Connection) {
    self.connection = connection
    self.method = method
    self.id = id
    self.batch = batch
  }

  /// The id of a call in a batch; nil for any other call. The id stays in use until the batch is answered.
  var heldID: RequestID? { ownsID && batch != nil && id != .null ? id : nil }

  /// The approximate size of the reply without its result or error, in bytes.
  var replySize: Int { 64 + method.utf8.count + (id?.textSize ?? 0) }

  /// Marks the id as in use by this call.
  func markIDAsOwned() { ownsID = true }

  func setView(_ view: View) { self.view = view }

  /// Removes the view, because the call itself has ended the view's lifetime.
  func removeView() { view = nil }

  func setRecord(_ record: RequestRecord) { self.record = record }

  /// Moves the call to another connection, because its own connection has ended.
  func move(to connection: Connection) {
    self.connection = connection
    batch = nil
  }

  /// Marks the work as in progress.
  func begin(as handle: CallTable<Call>.Handle, number: Int, of view: View) {
    self.number = number
    self.view = view
    session = view.session
    crashRecord = crash_begin_call()
    setHandle(handle)
  }

  /// Sets the call's entry in a connection's table of calls, and increases the number of calls in progress in the
  /// session.
  func setHandle(_ handle: CallTable<Call>.Handle) {
    self.handle = handle
    session?.callBegan()
  }

  /// Whether the call continues when its connection ends. It continues if other connections can join the session.
  var outlivesConnection: Bool { session?.isOpen ?? false }

  func setWork(_ work: Effect) { self.work = work }

  func markAnswered() { isAnswered = true }

  /// Queues the reply, to be sent after the next commit.
  func answer(_ reply: Reply) { connection.answer(self, with: reply) }

  /// Queues a reply with a result that `body` writes.
  func answer(result body: (inout JSONWriter) -> Void) { connection.answer(self, result: body) }

  /// Answers the call when its work has ended or nothing waits for it any longer. Does nothing if the call was already
  /// answered.
  func settle() { connection.settle(self) }

  /// Cancels the work. If the call was cancelled before, the first reason is kept.
  func cancel(_ reason: CancellationReason, deadline: ContinuousClock.Instant? = nil) {
    cancellation = cancellation ?? reason
    self.deadline = self.deadline ?? deadline
    work.cancel()
  }

  /// Marks the call as no longer in progress, because its work has ended or nothing waits for it any longer.
  ///
  /// - Returns: The call's former entry in the table; nil if the work was not in progress.
  func end() -> CallTable<Call>.Handle? {
    if handle != nil { session?.callEnded() }
    return handle.take()
  }

  /// Waits until the work has ended, even if the call was answered before.
  var workEnd: Void {
    get async { await work.completion }
  }

  /// Waits until the call has settled.
  var settlement: Void {
    get async {
      guard handle != nil else { return }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// Removes the call from the report of a crash, and resumes the tasks that wait until the call has settled.
  func settled() {
    crash_end_call(crashRecord)
    crashRecord = -1
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }
}
