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
      try checkPhase(for: request)
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

  private func checkPhase(for request: Request) throws(ResponseError) {
    if phase == .shuttingDown || phase == .shutDown, request.method != Exit.name {
      throw ResponseError(.invalidRequest, "The server is shut down; it takes only exit.")
    }
    if let id = request.id, calls.contains(id) {
      throw ResponseError(.invalidRequest, "A request with this id is under way.")
    }
  }

  // MARK: - Work under way

  /// Starts what an action prepared and answers when it has settled.
  func start(_ action: PreparedAction, for call: Call, of view: OpenView) throws(ResponseError) {
    switch action {
    case .synchronous(let body):
      run(call, on: view, body)
      reply(.committed, to: call)
    case .asynchronous(let body):
      try begin(call, of: view)
      run(call, on: view) {
        call.work = .task {
          await body()
          self.settle(call)
        }
      }
    case .effect(let body):
      try begin(call, of: view)
      run(call, on: view) { call.work = body() }
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
    call.view?.calls.removeAll { $0 === call }
    if let reason = call.cancellation {
      reply(.failure(.cancelled(reason)), to: call)
    } else {
      reply(.committed, to: call)
    }
    call.resumeWaiters()
  }

  // MARK: - Cancellation

  /// Cancels calls and what scopes own, and returns when all has ended.
  ///
  /// Work that has not ended after the time-out is cut loose: its call is answered all the same.
  func endWork(of calls: [Call], scopes: [EffectScope] = [], reason: CancellationReason) async {
    for call in calls { call.cancel(reason) }
    for scope in scopes { scope.finish() }
    let isInTime = await ends(within: configuration.closeTimeout) {
      for scope in scopes { await scope.ended }
      for call in calls { await call.settlement }
    }
    if !isInTime { for call in calls { settle(call) } }
  }
}
