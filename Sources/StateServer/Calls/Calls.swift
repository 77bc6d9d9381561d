import JSON
import JSONRPC
import SVVS
import StateProtocol

/// The calls of one connection: the ids in use, and the calls in progress.
@MainActor
final class Calls {
  private let limits: ServerLimits
  private let numbers: Numbers
  private var table = CallTable<Call>()
  /// The ids in use by calls whose work is not in progress. If the call waits until views are closed, the value is the
  /// ending of these views. If the call waits for the other replies to its batch, the value is nil.
  private var heldIDs: [RequestID: Ending?] = [:]
  /// The task that answers calls at their deadlines; nil while no call may have one.
  private var deadlines: Task<Void, Never>?

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
    call.markIDAsOwned()
  }

  /// Whether an id is in use.
  func contains(_ id: RequestID) -> Bool { table.contains(id) || heldIDs[id] != nil }

  /// Keeps an id in use until it is released.
  ///
  /// - Parameter ending: The ending that the call waits for; nil if it waits for the other replies to its batch.
  func hold(_ id: RequestID, waitingFor ending: Ending? = nil) { heldIDs.updateValue(ending, forKey: id) }

  /// Releases ids.
  func release(_ ids: some Sequence<RequestID>) {
    for id in ids { heldIDs.removeValue(forKey: id) }
  }

  // MARK: - Work

  /// The calls in progress, oldest first.
  var inProgress: [Call] { table.all }

  /// Marks the work of a call as being in progress.
  func begin(_ call: Call, of view: View) throws(Failure) {
    let limit = limits.callsUnderWay
    guard table.count < limit else {
      throw Failure(.overloaded(.callsUnderWay), "Too many calls are under way: \(limit) are allowed.")
    }
    let session = view.session
    let sessionLimit = limits.sessionCalls
    guard session.callCount < sessionLimit || !session.isOpen else {
      throw Failure(
        .overloaded(.sessionCalls), "Too many calls are under way in the session: \(sessionLimit) are allowed.")
    }
    call.begin(as: table.begin(call, id: call.id), number: numbers.nextCall(), of: view)
    view.began(call)
  }

  /// Removes a call, because its work has ended or nothing waits for it any longer.
  ///
  /// - Returns: Whether the call's work was in progress.
  func end(_ call: Call) -> Bool {
    guard let handle = call.end() else { return false }
    table.end(handle)
    return true
  }

  /// Cancels the request with `id`, if there is one. If the request closes views, it still closes the views, but stops
  /// waiting for their work to end.
  ///
  /// - Parameter timeout: The time after which a call is answered even if its work has not ended.
  func cancel(_ id: RequestID, timeout: Duration) {
    if let call = table[id], call.cancellation == nil {
      call.cancel(.requested, deadline: .now + timeout)
      answerLateCalls()
    }
    heldIDs[id]??.stopWaiting()
  }

  /// Answers each call at its deadline, if its work has not ended by then. One timer serves all calls, because a client
  /// may cancel thousands.
  private func answerLateCalls() {
    guard deadlines == nil else { return }
    deadlines = Task {
      while let next = inProgress.compactMap(\.deadline).min() {
        try? await TimerClock().sleep(until: next)
        for call in inProgress where call.deadline.map({ $0 <= .now }) ?? false { call.settle() }
      }
      deadlines = nil
    }
  }

  /// Moves a call here from a connection that has ended. The call keeps its id.
  ///
  /// - Returns: The ending that the call waits for, if it closes views.
  func takeOver(_ call: Call, from former: Connection, id: RequestID) -> Ending? {
    let former = former.calls
    if former.end(call) {
      call.setHandle(table.begin(call, id: id))
      if call.deadline != nil { answerLateCalls() }
    } else if let ending = former.heldIDs.removeValue(forKey: id) ?? nil {
      hold(id, waitingFor: ending)
      return ending
    }
    return nil
  }
}
