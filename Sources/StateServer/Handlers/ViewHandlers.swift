import SVVS
import StateProtocol

extension ViewOpen: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let limit = context.limits.openViews
    // A closed view takes memory until the reply to the call that closed it is sent.
    guard connection.views.count + connection.outbox.endedCount < limit else {
      throw Failure(.overloaded(.openViews), "Too many views are open: \(limit) are allowed.")
    }
    let session = try connection.session(session)
    try connection.views.checkSubscriptionCount(adding: session.members.count)
    try connection.views.record(call, in: session)
    let view = try connection.views.make(self, in: session, after: context.turn.number)
    let subscription = connection.outbox.show(view, delivery: delivery ?? .properties)
    view.effectScope?.open()
    view.followLifetime()
    session.opened(view, by: connection)
    call.answer(.opened(subscription))
  }
}

extension ViewSet: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let view = try connection.views.open(view, for: call).view
    let assign: @MainActor () -> Void
    do {
      assign = try view.interface.assignment(of: properties.json, to: view.state)
    } catch {
      throw Failure(error, inside: ParameterName.properties)
    }
    try context.turn.prepareCauses(ofCallOf: view)
    context.turn.run(call, on: view, assign)
    context.turn.staleStateCheck.schedule(view)
    call.answer(.committed)
  }
}

extension ViewGet: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let subscription = try connection.views.open(view, for: call)
    subscription.readAgain()
    call.answer(.snapshot(subscription))
  }
}

extension ViewClose: HandledRequest {
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure) {
    let view = try connection.views.open(view, for: call).view
    Ending(
      of: [view], .closed(by: call, .viewClosed), awaitedBy: [connection], among: context.sessions.endings)
  }
}
