import JSON
import JSONRPC
import SVVS
import StateProtocol

/// A call of a client, from its arrival until it has settled.
@MainActor
final class Call {
  /// The call whose work is running, where a client wants to know causes.
  @TaskLocal static var running: Call?

  /// The method or action that is called.
  let method: String
  /// The id to reply under; nil for a notification, which gets no reply.
  let id: RequestID?
  /// The connection that is sent the reply: the one that the call came on, or one that has taken it over.
  private(set) var connection: Connection
  /// The batch that gathers the reply, if the call came in one.
  private(set) var batch: Batch?

  /// The view whose action is called, once that is known.
  private(set) weak var view: View?
  /// The record of the call in its session, if that is shared.
  private(set) var record: RequestRecord?
  /// The session of its view, once its work has begun.
  private var session: Session?
  /// Whether the reply has been given.
  private(set) var isAnswered = false
  /// Why the call was cancelled, if it was.
  private(set) var cancellation: CancellationReason?

  /// Whether the id is in use by this call: one that was refused for its id has none.
  private var ownsID = false
  /// The position of the call among all calls of the process, in the order in which their work began.
  private(set) var number = 0
  /// The call's place in the table, while its work is under way.
  private var handle: CallTable<Call>.Handle?
  /// The work that was started.
  private var work = Effect.none
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ method: String, id: RequestID?, batch: Batch?, from connection: Connection) {
    self.connection = connection
    self.method = method
    self.id = id
    self.batch = batch
  }

  /// The id that is in use until all replies to the batch are there; nil for a call in none.
  var heldID: RequestID? { ownsID && batch != nil && id != .null ? id : nil }

  /// About how many bytes the reply will take, with what it keeps and echoes.
  var replySize: Int { 64 + method.utf8.count + (id?.textSize ?? 0) }

  /// Marks its id as in use by this call.
  func takeID() { ownsID = true }

  /// Sets the view whose action it calls.
  func concerns(_ view: View) { self.view = view }

  /// Separates the call from its view, which the call has closed.
  func goesOnWithoutView() { view = nil }

  /// Sets its record in the session.
  func isKept(by record: RequestRecord) { self.record = record }

  /// Gives the call to another connection, since its own has ended.
  func move(to connection: Connection) {
    self.connection = connection
    batch = nil
  }

  /// Marks its work as being in progress.
  func begin(as handle: CallTable<Call>.Handle, number: Int, of view: View) {
    self.number = number
    self.view = view
    session = view.session
    moved(to: handle)
  }

  /// Adds its place in the table of a connection, and counts it among the calls in progress of the session.
  func moved(to handle: CallTable<Call>.Handle) {
    self.handle = handle
    session?.callBegan()
  }

  /// Whether it goes on when its connection ends: other connections may be in the session.
  var outlivesConnection: Bool { session?.isOpen ?? false }

  /// Sets the work that was started.
  func started(_ work: Effect) { self.work = work }

  /// Marks the reply as given.
  func answered() { isAnswered = true }

  /// Gives the reply, which is sent after the next commit.
  func answer(_ reply: Reply) { connection.answer(self, with: reply) }

  /// Gives a result that `body` writes.
  func answer(result body: (inout JSONWriter) -> Void) { connection.answer(self, result: body) }

  /// Gives the reply if its work was in progress: the work has ended, or is no longer waited for.
  func settle() { connection.settle(self) }

  /// Asks the work to end early; the first reason counts.
  func cancel(_ reason: CancellationReason) {
    cancellation = cancellation ?? reason
    work.cancel()
  }

  /// Marks the work as ended, or as no longer waited for.
  ///
  /// - Returns: The place in the table, the first time.
  func end() -> CallTable<Call>.Handle? {
    if handle != nil { session?.callEnded() }
    return handle.take()
  }

  /// Waits until the work has ended that was started, whether or not the call was answered before.
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

  /// Resumes the tasks that wait until it has settled.
  func resumeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }
}
