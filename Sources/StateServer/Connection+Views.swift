import JSONRPC
import SVVS

extension Connection {
  /// The session of views that name none.
  static let defaultSession: ExactString = "default"

  /// What makes the views of a session; the default session is made when first used.
  func session(_ id: ExactString) throws(ResponseError) -> HostedApp.ViewFactory {
    if let session = sessions[id] { return session }
    guard id == Connection.defaultSession else { throw .invalid("session", "is not open") }
    let session = app.makeSession()
    sessions[id] = session
    return session
  }

  /// The open view with an id.
  func view(_ id: ExactString) throws(ResponseError) -> OpenView {
    guard let view = views[id], view.closing == nil else { throw .invalid("view", "is not open") }
    return view
  }

  /// Closes views; the answer to `call` is the last that is heard of them.
  ///
  /// Those that are being closed already are waited for.
  func close(_ closing: [OpenView], reason: CancellationReason, call: Call) {
    let begun = Dictionary(closing.compactMap(\.closing).map { (ObjectIdentifier($0.limit), $0) }) { first, _ in first }
      .values
    let views = closing.filter { $0.closing == nil }
    let scopes = views.compactMap(\.observer.effectScope)
    let number = nextNumber()
    let limit = TimeLimit(configuration.closeTimeout)
    let task = Task.immediate {
      await self.endWork(of: views.flatMap(\.calls), scopes: scopes, reason: reason, within: limit)
      for closing in begun { await closing.ended }
      // The names are free as soon as the answer is on its way, whenever that is read.
      for view in views {
        self.views[view.id] = nil
        view.closed = reason
      }
      if let id = call.id { self.awaited[id] = nil }
      self.reply(.closed(views), to: call)
      self.closings[number] = nil
    }
    let closing = Closing(task: task, limit: limit, others: Array(begun))
    for view in views { view.closing = closing }
    guard !call.isAnswered else { return }
    closings[number] = closing
    if let id = call.id { awaited[id] = .closing(closing) }
  }

  /// Closes a view whose opening cannot be told: nothing of it is mentioned from now on.
  func abandon(_ view: OpenView) {
    guard view.closing == nil else { return }
    let (calls, scope) = (view.calls, view.observer.effectScope)
    views[view.id] = nil
    (view.isAbandoned, view.closed) = (true, .viewClosed)
    dirtyViews.removeAll { $0 === view }
    view.observer.end()
    let (number, limit) = (nextNumber(), TimeLimit(configuration.closeTimeout))
    let task = Task.immediate {
      await self.endWork(of: calls, scopes: scope.map { [$0] } ?? [], reason: .viewClosed, within: limit)
      self.closings[number] = nil
    }
    closings[number] = Closing(task: task, limit: limit, others: [])
  }
}
