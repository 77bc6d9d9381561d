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
      if table.contains(id) || awaited[id] != nil {
        throw Failure(.invalidRequest, "A request with this id is under way.")
      }
      if case .string(let text) = id {
        try configuration.limits.check(text, "The id", at: JSONPointer())
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
  func start(_ prepared: PreparedCall, for call: Call, of view: View) throws(Failure) {
    func run(_ body: () -> Void) { call.peer.host.commits.run(call, on: view, body) }
    func lookAgainIfNeeded() { if prepared.mayGoUnnoticed { call.peer.host.readUnnoticed(in: view) } }
    switch prepared.action {
    case .synchronous(let body):
      run {
        body()
        lookAgainIfNeeded()
      }
      call.peer.answer(call, with: .committed)
    case .asynchronous(let body):
      try begin(call, prepared, of: view)
      run {
        call.started(
          .task { [peer = call.peer] in
            await body()
            peer.calls.settle(call)
          })
        lookAgainIfNeeded()
      }
    case .effect(let body):
      try begin(call, prepared, of: view)
      var work = Effect.none
      run {
        work = body()
        call.started(work)
        lookAgainIfNeeded()
      }
      work.onCompletion { [peer = call.peer] in peer.calls.settle(call) }
    }
  }

  private func begin(_ call: Call, _ prepared: PreparedCall, of view: View) throws(Failure) {
    guard table.count < configuration.limits.callsUnderWay else {
      throw Failure(.overloaded(.callsUnderWay), "Too many calls are under way.")
    }
    call.begin(as: table.begin(call, id: call.id), of: view, mayGoUnnoticed: prepared.mayGoUnnoticed)
    view.began(call)
  }

  /// Answers a call whose work has ended, or was given up.
  private func settle(_ call: Call) {
    guard let handle = call.end() else { return }
    table.end(handle)
    if let view = call.view {
      if call.mayGoUnnoticed { call.peer.host.readUnnoticed(in: view) }
      view.settled(call)
    }
    call.peer.answer(call, with: call.cancellation.map { .failure(.cancelled($0)) } ?? .committed)
    call.resumeWaiters()
  }

  /// Asks the request with an id to end early, if there is one; a close only waits no longer.
  func cancel(_ id: RequestID) {
    table[id]?.cancel(.requested)
    if case .closing(let closing) = awaited[id] { closing.hurry() }
  }

  // MARK: - Ending

  /// Cancels calls and what scopes own, and returns when all has ended.
  ///
  /// Work that has not ended within the limit is cut loose: its call is answered all the same.
  private func endWork(
    of calls: [Call], scopes: [EffectScope], reason: CancellationReason, within limit: TimeLimit
  ) async {
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await limit.wait {
      for scope in scopes { await scope.ended }
      for call in calls { await call.settlement }
    }
    if !isInTime { for call in calls { settle(call) } }
  }

  /// Cancels all work, of all views too, and returns when it has ended and every view that was being closed is.
  func endAll(scopes: [EffectScope]) async {
    let closings = closings.values
    await endWork(of: table.all, scopes: scopes, reason: .shutdown, within: TimeLimit(configuration.closeTimeout))
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
  /// - Parameter closed: Called when all has ended, with those that were not being closed; answers the call.
  func close(
    _ views: [View], reason: CancellationReason, for call: Call, closed: @escaping @MainActor ([View]) -> Void
  ) {
    let begun = Dictionary(views.compactMap(\.closing).map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let views = views.filter { $0.closing == nil }
    let closing = Closing(limit: TimeLimit(configuration.closeTimeout), others: Array(begun.values))
    for view in views { view.beginClosing(closing) }
    let key = ObjectIdentifier(closing)
    closings[key] = closing
    if let id = call.id { awaited[id] = .closing(closing) }
    let scopes = views.compactMap(\.effectScope)
    closing.begin {
      await self.endWork(of: views.flatMap(\.calls), scopes: scopes, reason: reason, within: closing.limit)
      await closing.othersEnded()
      if let id = call.id { self.awaited[id] = nil }
      closed(views)
      self.closings[key] = nil
    }
  }

  /// Cancels what is under way, for a connection that has ended: nobody waits for it.
  func cancelAll() {
    for call in table.all { call.cancel(.shutdown) }
  }

  /// Cancels the work of a connection's view whose opening cannot be answered.
  func abandon(_ view: View, of peer: Peer) {
    let closing = Closing(limit: TimeLimit(configuration.closeTimeout))
    let key = ObjectIdentifier(closing)
    closings[key] = closing
    let (calls, scopes) = (view.calls, view.effectScope.map { [$0] } ?? [])
    closing.begin { [peer] in
      await peer.calls.endWork(of: calls, scopes: scopes, reason: .viewClosed, within: closing.limit)
      peer.calls.closings[key] = nil
    }
  }
}
