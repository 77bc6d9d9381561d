/// The work that continues after an action has returned. It is either a task or no work.
///
/// The work begins when the effect is created. The caller chooses how to wait for the end of the work:
///
/// ```swift
/// await page.reload().completion  // Waits; cancelling the waiting task cancels the work.
/// page.reload().onCompletion { end.yield() }  // Calls back.
/// scope.add(page.reload())  // Runs until the view is closed.
/// ```
public enum Effect: Sendable {
  /// No work.
  case none
  /// Work in progress.
  case task(Task<Void, Never>)

  /// Starts work on the main actor. This method returns when the work first suspends or has ended.
  @MainActor
  public static func task(_ operation: @escaping @MainActor () async -> Void) -> Effect {
    .task(Task.immediate { await operation() })
  }

  /// Waits until the work has ended.
  ///
  /// If the waiting task is cancelled, the work is cancelled as well. The task still waits until the work has ended.
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

  /// Calls a closure once when the work has ended, or immediately if there is no work.
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

  /// Cancels the task.
  public func cancel() {
    if case .task(let task) = self { task.cancel() }
  }
}
