/// The closing of views, which waits for their work to end.
@MainActor
final class Closing {
  let limit: TimeLimit
  /// Those that had begun before, of other views, and that this one waits for.
  private let others: [Closing]
  private var task: Task<Void, Never>?

  init(limit: TimeLimit, others: [Closing] = []) {
    self.limit = limit
    self.others = others
  }

  /// Begins: runs `body` when those before have ended, too.
  func begin(_ body: @escaping @MainActor () async -> Void) {
    task = Task.immediate { await body() }
  }

  /// Waits for those that had begun before.
  func othersEnded() async {
    for other in others { await other.ended }
  }

  /// Waits until the views are closed.
  var ended: Void {
    get async { await task?.value }
  }

  /// Waits for the work no longer. Each waits for those before it, and is hurried once.
  func hurry() {
    guard limit.cutShort() else { return }
    for other in others { other.hurry() }
  }
}
