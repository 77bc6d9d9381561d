import JSONRPC
import Logging
import SVVS

extension Connection {
  /// Performs a call: a method of the protocol, or an action by its bare name.
  func perform(_ request: Request, batch: Batch?) {
    let call = Call(request.method, id: request.id, batch: batch)
    Connection.logger.trace("\(request.method) is called.")
    callCount += 1
    do {
      try check(request)
      call.ownsID = true
      if let method = Connection.methods[request.method] {
        try method.perform(call, request.params, self)
      } else {
        try performAction(request, call)
      }
    } catch {
      Connection.logger.debug("A call of \(request.method) failed: \(error.message)")
      reply(.failure(error), to: call)
    }
  }

  private func check(_ request: Request) throws(ResponseError) {
    if phase == .shuttingDown || phase == .shutDown, request.method != Exit.name {
      throw ResponseError(.invalidRequest, "The server is shut down; it takes only exit.")
    }
    guard let id = request.id else { return }
    if calls.contains(id) || awaited[id] != nil {
      throw ResponseError(.invalidRequest, "A request with this id is under way.")
    }
    if case .string(let text) = id { try checkSize(of: text, "The id", at: JSONPointer()) }
  }

  /// Checks that a name that a client has chosen is not too long: it may come again in many messages.
  func checkSize(of name: ExactString, _ subject: String, at path: JSONPointer) throws(ResponseError) {
    let limit = configuration.limits.nameSize
    guard name.string.utf8.count > limit else { return }
    throw ResponseError(.invalidParams, "\(subject) is longer than \(limit) bytes.", .path(path))
  }

  // MARK: - Work under way

  /// Starts what an action prepared and answers when it has settled.
  func start(_ action: PreparedAction, for call: Call, of view: OpenView) throws(ResponseError) {
    switch action {
    case .synchronous(let body):
      run(call, on: view) {
        body()
        readUnnoticed(after: call, with: view)
      }
      reply(.committed, to: call)
    case .asynchronous(let body):
      try begin(call, of: view)
      run(call, on: view) {
        call.work = .task {
          await body()
          self.settle(call)
        }
        readUnnoticed(after: call, with: view)
      }
    case .effect(let body):
      try begin(call, of: view)
      run(call, on: view) {
        call.work = body()
        readUnnoticed(after: call, with: view)
      }
      call.work.onCompletion { self.settle(call) }
    }
  }

  private func begin(_ call: Call, of view: OpenView) throws(ResponseError) {
    guard calls.count < configuration.limits.callsUnderWay else {
      throw ResponseError(.overloaded, "Too many calls are under way.", .limit("callsUnderWay"))
    }
    call.view = view
    call.handle = calls.begin(call, id: call.id)
    view.calls.append(call)
  }

  /// Answers a call whose work has ended, or was given up.
  private func settle(_ call: Call) {
    guard let handle = call.handle else { return }
    call.handle = nil
    calls.end(handle)
    if let view = call.view { readUnnoticed(after: call, with: view) }
    call.view?.calls.removeAll { $0 === call }
    if let reason = call.cancellation {
      reply(.failure(.cancelled(reason)), to: call)
    } else {
      reply(.committed, to: call)
    }
    call.resumeWaiters()
  }

  // MARK: - What Observation passes over

  private func readUnnoticed(after call: Call, with view: OpenView) {
    if call.mayGoUnnoticed { readUnnoticed(with: view) }
  }

  /// Has a view look for changes that went unnoticed. If it finds one, others may show the same.
  func readUnnoticed(with view: OpenView) {
    guard view.observer.readUnnoticed() else { return }
    for other in views.values where other !== view { _ = other.observer.readUnnoticed() }
  }

  // MARK: - Cancellation

  /// Cancels calls and what scopes own, and returns when all has ended.
  ///
  /// Work that has not ended within the limit is cut loose: its call is answered all the same.
  func endWork(
    of calls: [Call], scopes: [EffectScope] = [], reason: CancellationReason, within limit: TimeLimit
  ) async {
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await limit.wait {
      for scope in scopes { await scope.ended }
      for call in calls { await call.settlement }
    }
    if !isInTime { for call in calls { settle(call) } }
  }
}
