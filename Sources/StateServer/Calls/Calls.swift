import CCrash
import JSON
import StateProtocol
import SVVS

/// The calls of one connection: the ids in use, and the calls in progress.
@MainActor
final class Calls {
  private let limits: ServerLimits
  private let numbers: Numbers
  /// The calls in progress, by their numbers. A notification has no id, and a client may use an id again.
  private var calls: [Int: Call] = [:]
  /// The calls in progress that have an id.
  private var callsByID: [RequestID: Call] = [:]
  /// The ids in use by calls whose work is not in progress. If the call waits until views are closed, the value is the
  /// ending of these views. If the call waits for the other replies to its batch, the value is nil.
  private var heldIDs: [RequestID: Ending?] = [:]

  init(limits: ServerLimits, numbers: Numbers) {
    self.limits = limits
    self.numbers = numbers
  }

  // MARK: - Ids

  /// Checks the id of a call, and makes the call the owner of the id.
  func admit(_ call: Call) throws(Failure) {
    if let id = call.id {
      if contains(id) {
        throw Failure(.invalidRequest, "A request with this id is under way.")
      }
      if case .string(let text) = id { try limits.checkSize(of: text, "The id", at: JSONPointer()) }
    }
    call.ownsID = true
  }

  /// Whether an id is in use.
  func contains(_ id: RequestID) -> Bool { callsByID[id] != nil || heldIDs[id] != nil }

  /// Keeps the id of a call in use until the call is answered.
  func hold(_ call: Call, waitingFor ending: Ending) {
    if let id = call.id { heldIDs[id] = ending }
  }

  /// Releases the id of a call that is answered. If the call is part of a batch, the id stays in use until the batch is
  /// answered.
  func answered(_ call: Call) {
    if let id = call.heldID {
      heldIDs.updateValue(nil, forKey: id)
    } else if let id = call.id, call.ownsID, !heldIDs.isEmpty {
      heldIDs.removeValue(forKey: id)
    }
  }

  /// Releases ids.
  func release(_ ids: some Sequence<RequestID>) {
    for id in ids { heldIDs.removeValue(forKey: id) }
  }

  // MARK: - Work

  /// The calls in progress, oldest first.
  var inProgress: [Call] { calls.values.sorted { $0.number < $1.number } }

  /// Marks the work of a call as being in progress.
  func begin(_ call: Call, of view: View) throws(Failure) {
    let limit = limits.callsUnderWay
    guard calls.count < limit else {
      throw Failure(.overloaded(.callsUnderWay), "Too many calls are under way: \(limit) are allowed.")
    }
    let session = view.session
    let sessionLimit = limits.sessionCalls
    guard session.callCount < sessionLimit || !session.isOpen else {
      throw Failure(
        .overloaded(.sessionCalls), "Too many calls are under way in the session: \(sessionLimit) are allowed.")
    }
    call.begin(number: numbers.nextCall(), of: view)
    add(call)
  }

  private func add(_ call: Call) {
    calls[call.number] = call
    guard let id = call.id else { return }
    precondition(callsByID.updateValue(call, forKey: id) == nil, "two calls in progress have the same id")
  }

  /// Removes a call, because its work has ended or nothing waits for it any longer.
  ///
  /// - Returns: Whether the call was in progress.
  func remove(_ call: Call) -> Bool {
    guard calls.removeValue(forKey: call.number) != nil else { return false }
    if let id = call.id { callsByID[id] = nil }
    return true
  }

  /// Cancels the request with `id`, if there is one. If the request closes views, it still closes the views, but stops
  /// waiting for their work to end.
  ///
  /// - Parameter timeout: The time after which a call is answered even if its work has not ended.
  func cancel(_ id: RequestID, timeout: Duration) {
    callsByID[id]?.cancel(.requested, timeout: timeout)
    heldIDs[id]??.stopWaiting()
  }

  /// Moves a call here from a connection that has ended. The call keeps its id.
  ///
  /// - Returns: The ending that the call waits for, if it closes views.
  func takeOver(_ call: Call, from former: Connection, id: RequestID) -> Ending? {
    let former = former.calls
    if former.remove(call) {
      add(call)
    } else if let ending = former.heldIDs.removeValue(forKey: id) ?? nil {
      heldIDs[id] = ending
      return ending
    }
    return nil
  }
}

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
  weak var view: View?
  /// The record of the call in its session, if the session is shared.
  var record: RequestRecord?
  /// The session of the view; nil until the work has begun.
  private var session: Session?
  /// The task of the work; nil until its first part has run.
  var work: Effect?
  /// Whether the call was answered.
  var isAnswered = false
  /// The reason for cancelling the call, if it was cancelled.
  private(set) var cancellation: CancellationReason?
  /// The deadline at which the call is answered even if its work has not ended; nil if no request has cancelled it.
  private var deadline: Deadline?

  /// Whether this call owns its id. A call that was refused because of its id does not own the id.
  fileprivate var ownsID = false
  /// The position of this call among all calls of the process, in the order in which their work began.
  private(set) var number = 0
  /// The number of the call's entry in the report of a crash; -1 until the work has begun.
  private var crashRecord: Int32 = -1

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

  /// Moves the call to another connection, because its own connection has ended.
  func move(to connection: Connection) {
    self.connection = connection
    // The other replies to the batch have waited for this call. Nothing can send them any longer.
    batch.take()?.discard()
  }

  /// Adds the call to the calls in progress of the view, of its session, and of the report of a crash.
  func begin(number: Int, of view: View) {
    self.number = number
    self.view = view
    session = view.session
    crashRecord = crash_begin_call()
    view.began(self)
    view.session.callCount += 1
  }

  /// Whether the call continues when its connection ends. It continues if other connections can join the session.
  var outlivesConnection: Bool { session?.isOpen ?? false }

  /// Queues the reply, to be sent after the next commit.
  func answer(_ reply: Reply) { connection.answer(self, with: reply) }

  /// Queues a reply with a result that `body` writes.
  func answer(result body: (inout JSONWriter) -> Void) { connection.answer(self, result: body) }

  /// Answers the call when its work has ended or nothing waits for it any longer. Does nothing if the call was already
  /// answered.
  func settle() {
    guard connection.calls.remove(self) else { return }
    view?.remove(self)
    session?.callCount -= 1
    crash_end_call(crashRecord)
    deadline?.cancel()
    answer(cancellation.map { .failure(.cancelled($0)) } ?? .committed)
  }

  /// Cancels the work. If the call was cancelled before, the first reason is kept.
  ///
  /// - Parameter timeout: The time after which the call is answered even if its work has not ended; nil if the caller
  ///   answers it.
  func cancel(_ reason: CancellationReason, timeout: Duration? = nil) {
    if cancellation == nil, let timeout { deadline = Deadline(after: timeout) { [weak self] in self?.settle() } }
    cancellation = cancellation ?? reason
    work?.cancel()
  }

  /// Waits until the work has ended, even if the call was answered before.
  var workEnded: Void {
    get async {
      // The first part of the work is running, for example because it has ended a lifetime. Waits until the task is known.
      if work == nil { await Task.yield() }
      await work?.completion
    }
  }
}
