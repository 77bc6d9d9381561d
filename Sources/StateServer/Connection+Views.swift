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
    let begun = closing.compactMap(\.closing)
    let views = closing.filter { $0.closing == nil }
    let scopes = views.compactMap(\.observer.effectScope)
    let number = nextNumber()
    let task = Task.immediate {
      await self.endWork(of: views.flatMap(\.calls), scopes: scopes, reason: reason)
      for task in begun { await task.value }
      // The names are free as soon as the answer is on its way, whenever that is read.
      for view in views {
        self.views[view.id] = nil
        view.closed = reason
      }
      self.reply(.closed(views), to: call)
      self.closings[number] = nil
    }
    for view in views { view.closing = task }
    if !call.isAnswered { closings[number] = task }
  }
}
