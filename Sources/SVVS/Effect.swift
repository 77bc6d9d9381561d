/// What an action leaves running when it returns: nothing, or a task.
///
/// An effect is under way from the moment it is made, and the caller chooses how to wait for it:
///
/// ```swift
/// await page.reload().completion  // Waits; cancelling the waiting task cancels the work.
/// page.reload().onCompletion { end.yield() }  // Calls back.
/// scope.add(page.reload())  // Runs until the view is closed.
/// ```
public enum Effect: Sendable {
  /// No work is left.
  case none
  /// Work that is under way.
  case task(Task<Void, Never>)

  /// Starts work on the main actor; its part before the first suspension runs before this returns.
  @MainActor
  public static func task(_ operation: @escaping @MainActor () async -> Void) -> Effect {
    .task(Task.immediate { await operation() })
  }

  /// Waits until the work has ended. Cancelling the waiting task cancels the work, and still waits for its end.
  public var completion: Void {
    get async {
      guard case .task(let task) = self else { return }
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Calls `body` once when the work has ended: at once if there is none.
  @MainActor
  public func onCompletion(_ body: @escaping @MainActor () -> Void) {
    switch self {
    case .none: body()
    case .task(let task):
      Task.immediate {
        await task.value
        body()
      }
    }
  }

  /// Asks the work to end early.
  public func cancel() {
    if case .task(let task) = self { task.cancel() }
  }
}
