import JSONRPC
import SVVS

/// `view/close`: cancels the view's calls, waits for them to end, and lets go of its state.
@JSONCodable
struct ViewClose: Method {
  static let name = "view/close"

  /// The id of the view.
  let view: String

  func perform(_ call: Call, on connection: Connection) throws(ResponseError) {
    connection.close([try connection.view(view)], reason: .viewClosed, call: call)
  }
}

extension Connection {
  /// Closes views; the answer to `call` is the last that is heard of them.
  func close(_ closing: [OpenView], reason: Call.Cancellation, call: Call) {
    for view in closing { view.isClosing = true }
    let scopes = closing.compactMap { $0.observer.effectScope }
    Task.immediate {
      await self.endWork(of: closing.flatMap(\.calls), scopes: scopes, reason: reason)
      self.reply(.closed(closing), to: call)
    }
  }
}
