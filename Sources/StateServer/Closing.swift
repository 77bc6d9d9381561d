/// The closing of views, which waits for their work to end.
@MainActor
struct Closing {
  let task: Task<Void, Never>
  let limit: TimeLimit
  /// Those that had begun before, of other views, and that this one waits for.
  let others: [Closing]

  /// Waits until the views are closed.
  var ended: Void {
    get async { await task.value }
  }

  /// Waits for the work no longer. Each waits for those before it, and is hurried once.
  func hurry() {
    guard limit.cutShort() else { return }
    for other in others { other.hurry() }
  }
}

/// What a request waits for whose call is not under way.
enum Awaited {
  /// The closing of views.
  case closing(Closing)
  /// The other answers to its batch.
  case batch
}
