import JSONRPC
import SVVS

/// A call that has changed something, as a commit tells it.
struct Cause {
  let call: Call
  let view: String?

  func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      if let id = call.id { writer.member("id", id) }
      writer.member("method", call.method)
      if let view { writer.member("view", view) }
    }
  }
}

extension Connection {
  /// Runs the first part of a call's work, so that what it changes, and what the work does later, can
  /// be told to be its doing.
  func run(_ call: Call, on view: OpenView, _ body: () -> Void) {
    guard tellsCauses else { return body() }
    call.view = view
    Call.$running.withValue(call, operation: body)
  }

  /// Notes who has just changed something, if it is a call. What goes on after the answer, such as the
  /// watching of a store, is nobody's doing.
  func noteCause() {
    guard tellsCauses, let call = Call.running, !call.isAnswered, !causes.contains(where: { $0.call === call }) else {
      return
    }
    causes.append(Cause(call: call, view: call.view?.id))
  }
}
