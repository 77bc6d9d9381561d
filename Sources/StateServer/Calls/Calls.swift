import JSON
import JSONRPC
import StateProtocol

/// The calls of one connection: which ids are in use, and which calls are in progress.
@MainActor
final class Calls {
  private let limits: ServerLimits
  private let numbers: Numbers
  private var table = CallTable<Call>()
  /// The ids in use of calls without work in progress, which wait for the end of views or, where that is nil, for the
  /// other replies to their batch.
  private var heldIDs: [RequestID: Ending?] = [:]

  init(limits: ServerLimits, numbers: Numbers) {
    self.limits = limits
    self.numbers = numbers
  }

  // MARK: - Ids

  /// Takes the id of a request for a call.
  func admit(_ call: Call) throws(Failure) {
    if let id = call.id {
      if contains(id) {
        throw Failure(.invalidRequest, "A request with this id is under way.")
      }
      if case .string(let text) = id { try limits.checkSize(of: text, "The id", at: JSONPointer()) }
    }
    call.takeID()
  }

  /// Whether a request with this id is in progress.
  func contains(_ id: RequestID) -> Bool { table.contains(id) || heldIDs[id] != nil }

  /// Keeps an id in use until it is released.
  ///
  /// - Parameter ending: The end of views that the call waits for; nil if it waits for the other replies to its batch.
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

  /// Removes a call whose work has ended, or is no longer waited for.
  ///
  /// - Returns: Whether its work was in progress.
  func end(_ call: Call) -> Bool {
    guard let handle = call.end() else { return false }
    table.end(handle)
    return true
  }

  /// Asks the request with an id to end early, if there is one; a close only waits no longer.
  func cancel(_ id: RequestID) {
    table[id]?.cancel(.requested)
    heldIDs[id]??.hurry()
  }

  /// Adds a call of a connection that has ended, so that its reply is sent here.
  func takeOver(_ call: Call, from former: Connection, id: RequestID) {
    let former = former.calls
    if former.end(call) {
      call.moved(to: table.begin(call, id: id))
    } else if let ending = former.heldIDs.removeValue(forKey: id) ?? nil {
      hold(id, waitingFor: ending)
    }
  }
}
