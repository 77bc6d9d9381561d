import JSON
import JSONRPC
import StateProtocol

/// The reply to a call, written only when all it is fenced on was sent.
enum Reply {
  /// Nothing to tell.
  case null
  /// The commit that has been reached.
  case committed
  /// The commit and the whole state of a view.
  case snapshot(Subscription)
  /// The same of a view that was opened by the call.
  case opened(Subscription)
  /// The commit, after which nothing of these views is mentioned.
  case closed([Subscription])
  /// A result of its own.
  case result(@MainActor (inout JSONWriter) -> Void)
  /// The state of a session that was joined.
  case joined(Joining)
  /// A long result, which can be asked for again.
  case document(@MainActor (inout JSONWriter) -> Void)
  /// An error instead of a result.
  case failure(Failure)

  /// What shows the view whose snapshot it is.
  var shown: Subscription? {
    switch self {
    case .snapshot(let subscription), .opened(let subscription): subscription
    case .null, .committed, .closed, .result, .joined, .document, .failure: nil
    }
  }

  /// Whether it is as long as a state or a document.
  var isLong: Bool {
    switch self {
    case .snapshot, .opened, .document: true
    case .null, .committed, .closed, .result, .joined, .failure: false
    }
  }

  /// What ends with it.
  var ended: [Subscription] {
    if case .closed(let subscriptions) = self { subscriptions } else { [] }
  }

  /// About how many bytes its text takes, if it is an error, which echoes what it is about.
  var failureSize: Int {
    if case .failure(let failure) = self { failure.textSize } else { 0 }
  }

  /// Whether it is the snapshot of a view whose opening could not be answered, which was never open.
  @MainActor
  var isAbandoned: Bool {
    switch self {
    case .snapshot(let subscription), .opened(let subscription): subscription.view.isAbandoned
    case .null, .committed, .closed, .result, .joined, .document, .failure: false
    }
  }

  /// What it says in the end, if it tells of a view that is gone; nil if it is as it was.
  ///
  /// - Parameter endedHere: What ends with the same message, and may be shown for the last time.
  @MainActor
  func failureIfGone(exceptFor endedHere: [Subscription] = []) -> Failure? {
    guard let shown, let reason = shown.view.closed, !endedHere.contains(where: { $0 === shown }) else { return nil }
    return .cancelled(reason)
  }
}
