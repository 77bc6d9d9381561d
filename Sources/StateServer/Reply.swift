import JSON
import JSONRPC

/// The answer to a call, written only when all it is fenced on was sent.
enum Reply {
  /// Nothing to tell.
  case null
  /// The commit that has been reached.
  case committed
  /// The commit and the whole state of a view.
  case snapshot(OpenView)
  /// The same of a view that was opened by the call.
  case opened(OpenView)
  /// The commit, after which nothing of these views is mentioned.
  case closed([OpenView])
  /// A result of its own.
  case result(@MainActor (inout JSONWriter) -> Void)
  /// A long result, which can be asked for again.
  case document(@MainActor (inout JSONWriter) -> Void)
  /// An error instead of a result.
  case failure(ResponseError)

  /// The view whose snapshot it is.
  var shownView: OpenView? {
    switch self {
    case .snapshot(let view), .opened(let view): view
    case .null, .committed, .closed, .result, .document, .failure: nil
    }
  }

  /// Whether it is as long as a state or a document.
  var isLong: Bool {
    switch self {
    case .snapshot, .opened, .document: true
    case .null, .committed, .closed, .result, .failure: false
    }
  }

  /// The views that it lets go of.
  var closedViews: [OpenView] {
    if case .closed(let views) = self { views } else { [] }
  }
}

/// The answers to a batch, which go out together.
@MainActor
final class Batch {
  typealias Answer = (call: Call, reply: Reply)

  var answers: BatchReply<Answer>
  /// How many bytes the snapshots of the views took that it has opened so far.
  var snapshotSize = 0

  init(count: Int) {
    answers = BatchReply(count: count)
  }
}
