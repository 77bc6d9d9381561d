import JSON
import JSONRPC
import SVVS
import StateProtocol

/// The calls of one connection: which ids are in use, what is under way, what is being closed.
@MainActor
final class Calls {
  private let configuration: ServerConfiguration
  private var table = CallTable<Call>()
  /// What closes views at the moment, and will answer that.
  private var closings: [ObjectIdentifier: Closing] = [:]
  /// The closings of sessions of this connection, by name: another session may have the name already.
  private var sessionClosings: [ExactString: Closing] = [:]
  /// The ids in use whose calls are not in the table, and what they wait for.
  private var awaited: [RequestID: Awaited] = [:]

  /// What a request waits for whose call is not under way.
  private enum Awaited {
    case closing(Closing)
    /// The other replies to its batch.
    case batch
  }

  init(configuration: ServerConfiguration) { self.configuration = configuration }

  // MARK: - Ids

  /// Takes the id of a request for a call.
  func admit(_ call: Call) throws(Failure) {
    if let id = call.id {
      if contains(id) {
        throw Failure(.invalidRequest, "A request with this id is under way.")
      }
      if case .string(let text) = id {
        try configuration.limits.checkSize(of: text, "The id", at: JSONPointer())
      }
    }
    call.takeID()
  }

  /// Frees the ids of a batch whose replies go out.
  func release(_ ids: some Sequence<RequestID>) {
    for id in ids { awaited[id] = nil }
  }

  /// Keeps the id of a call in a batch in use until the other replies are there.
  func hold(_ call: Call) {
    if let id = call.heldID { awaited[id] = .batch }
  }

  // MARK: - Work under way

  /// Starts what an action prepared, and answers when it has settled.
  func start(_ prepared: PreparedAction, for call: Call, of view: View) throws(Failure) {
    let connection = call.connection
    func run(_ body: () -> Void) { connection.host.commits.run(call, on: view, body) }
    switch prepared {
    case .synchronous(let body):
      run(body)
      connection.answer(call, with: .committed)
    case .asynchronous(let body):
      try begin(call, of: view)
      run {
        call.started(
          .task {
            await body()
            call.connection.calls.settle(call)
          })
      }
    case .effect(let body):
      try begin(call, of: view)
      var work = Effect.none
      run {
        work = body()
        call.started(work)
      }
      work.onCompletion { call.connection.calls.settle(call) }
    }
  }

  private func begin(_ call: Call, of view: View) throws(Failure) {
    let limit = configuration.limits.callsUnderWay
    guard table.count < limit else {
      throw Failure(.overloaded(.callsUnderWay), "Too many calls are under way: \(limit) are allowed.")
    }
    let sessionLimit = configuration.limits.sessionCalls
    if let sharing = view.session.sharing, sharing.callCount >= sessionLimit {
      throw Failure(
        .overloaded(.sessionCalls), "Too many calls are under way in the session: \(sessionLimit) are allowed.")
    }
    call.begin(as: table.begin(call, id: call.id), number: call.connection.host.numbers.nextCall(), of: view)
    view.began(call)
  }

  /// Answers a call whose work has ended, or was given up.
  func settle(_ call: Call) {
    guard let handle = call.end() else { return }
    table.end(handle)
    call.view?.settled(call)
    call.connection.answer(call, with: call.cancellation.map { .failure(.cancelled($0)) } ?? .committed)
    call.resumeWaiters()
  }

  /// Asks the request with an id to end early, if there is one; a close only waits no longer.
  func cancel(_ id: RequestID) {
    table[id]?.cancel(.requested)
    if case .closing(let closing) = awaited[id] { closing.hurry() }
  }

  // MARK: - Ending

  /// Cancels all work, of all views too, and returns when it has ended and every view that was being closed is.
  ///
  /// - Parameter sparesShared: Whether calls in sessions go on that do not end with the connection.
  func endAll(of ending: [View], sparesShared: Bool) async {
    let endingViews = Set(ending.map { ObjectIdentifier($0) })
    let calls = table.all.filter { call in
      !sparesShared || !call.isShared || call.view.map { endingViews.contains(ObjectIdentifier($0)) } ?? false
    }
    let closings = closings.values
    await WorkEnd.wait(
      for: calls, scopes: ending.compactMap(\.effectScope), reason: .shutdown,
      within: TimeLimit(configuration.closeTimeout))
    for closing in closings { await closing.ended }
  }

  /// Waits until all that is under way now has ended, but not beyond a limit.
  ///
  /// - Returns: Whether it has.
  func finish(within duration: Duration) async -> Bool {
    let (calls, closings) = (table.all, closings.values)
    return await TimeLimit(duration).wait {
      for call in calls { await call.settlement }
      for closing in closings { await closing.ended }
    }
  }

  /// Cancels the work of views and waits for its end; those that are being closed already are waited for.
  ///
  /// - Parameters:
  ///   - session: The name of the session that is closed with them, if it belongs to one connection. An earlier session
  ///     of this name that is being closed is waited for.
  ///   - closed: Called when all has ended, with those that were not being closed; answers the call.
  func close(
    _ views: [View], ofSession session: ExactString?, reason: CancellationReason, for call: Call,
    closed: @escaping @MainActor ([View]) -> Void
  ) {
    let earlier = session.flatMap { sessionClosings[$0] }
    let others = views.compactMap(\.closing) + (earlier.map { [$0] } ?? [])
    let begun = Dictionary(others.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let views = views.filter { $0.closing == nil }
    let closing = Closing(limit: TimeLimit(configuration.closeTimeout), others: Array(begun.values))
    for view in views { view.beginClosing(closing) }
    let key = ObjectIdentifier(closing)
    closings[key] = closing
    if let session { sessionClosings[session] = closing }
    if let id = call.id { awaited[id] = .closing(closing) }
    closing.begin {
      await WorkEnd.wait(for: views, reason: reason, within: closing.limit)
      await closing.othersEnded()
      if let id = call.id { call.connection.calls.release(CollectionOfOne(id)) }
      closed(views)
      self.closings[key] = nil
      if let session, self.sessionClosings[session] === closing { self.sessionClosings[session] = nil }
    }
  }

  /// Cancels what is under way, for a connection that has ended: nobody waits for it, but in a shared session.
  func cancelAll() {
    for call in table.all where !call.isShared { call.cancel(.shutdown) }
  }

  /// Cancels the work of a connection's view that the server closes unasked, and waits for it before the connection ends.
  func abandon(_ view: View) {
    let closing = Closing(limit: TimeLimit(configuration.closeTimeout))
    let key = ObjectIdentifier(closing)
    closings[key] = closing
    view.beginClosing(closing)
    closing.begin {
      await WorkEnd.wait(for: [view], reason: .viewClosed, within: closing.limit)
      self.closings[key] = nil
    }
  }

  // MARK: - Another connection

  /// Whether a request with this id is under way.
  func contains(_ id: RequestID) -> Bool { table.contains(id) || awaited[id] != nil }

  /// Takes over what is under way on a connection that has ended: the reply is sent here.
  func takeOver(_ call: Call, id: RequestID, for connection: Connection) {
    if call.connection.calls.giveUp(call) {
      call.moved(to: table.begin(call, id: id))
    } else if let closing = call.connection.calls.giveUpClosing(id) {
      awaited[id] = .closing(closing)
    }
    call.move(to: connection)
  }

  /// Takes a call whose work is under way out of the table.
  ///
  /// - Returns: Whether it is under way.
  private func giveUp(_ call: Call) -> Bool {
    guard let handle = call.end() else { return false }
    table.end(handle)
    return true
  }

  /// Forgets the closing that answers a request, if there is one.
  private func giveUpClosing(_ id: RequestID) -> Closing? {
    guard case .closing(let closing) = awaited[id] else { return nil }
    awaited[id] = nil
    return closing
  }
}
