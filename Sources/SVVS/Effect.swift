/// What an action leaves running when its synchronous part is done: nothing, or a task.
///
/// An effect is under way from the moment it is made. How to wait is the caller's choice:
///
/// ```swift
/// await viewState.reload().completion             // wait; cancelling the waiter cancels the work
/// viewState.reload().onCompletion { print("ok") } // be told
/// scope.add(viewState.reload())                   // let it run for as long as the view lives
/// ```
public enum Effect: Sendable {
  /// Nothing is left to do.
  case none
  /// Work that is under way.
  case task(Task<Void, Never>)

  /// Starts work on the main actor; its part before the first suspension runs before this returns.
  @MainActor
  public static func task(_ operation: @escaping @MainActor () async -> Void) -> Effect {
    .task(Task.immediate { await operation() })
  }

  /// Waits until the work has ended. Cancelling who waits cancels the work, and waits on for its end.
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
