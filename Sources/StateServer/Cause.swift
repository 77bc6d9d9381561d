import JSON
import JSONRPC
import SVVS

/// A call that has changed something, as a commit tells it.
struct Cause {
  /// How many a commit tells.
  static let maximumCount = 1024
  /// How often views are read before a commit to find them.
  static let maximumReads = 10_000

  let call: Call
  let view: ExactString?

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
    if causeReads < Cause.maximumReads {
      // A property tells of its first change only, until it is read again.
      for view in dirtyViews { _ = view.observer.refresh() }
      causeReads += dirtyViews.count
    }
    Call.$running.withValue(call, operation: body)
  }

  /// Notes who has just changed something, if it is a call. What goes on after the answer, such as the
  /// watching of a store, is nobody's doing.
  func noteCause() {
    guard tellsCauses, let call = Call.running, !call.isAnswered, !call.isCause else { return }
    // For a client that sleeps, commits are merged: what made them may be more than is worth telling.
    guard causes.count < Cause.maximumCount else { return }
    call.isCause = true
    causes.append(Cause(call: call, view: call.view?.id))
  }

  /// Begins anew, for the next commit.
  func forgetCauses() {
    for cause in causes { cause.call.isCause = false }
    causes.removeAll()
    causeReads = 0
  }
}
