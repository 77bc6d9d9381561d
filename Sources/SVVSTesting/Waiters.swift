import SVVS

/// The tasks of a test that wait for conditions. A task that is cancelled stops waiting, so that a time limit ends the
/// test.
@MainActor
final class Waiters {
  private struct Waiter {
    let number: Int
    let condition: @MainActor () -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private var waiters: [Waiter] = []
  private var lastNumber = 0

  nonisolated init() {}

  /// Waits until a condition holds, or until the task is cancelled.
  func wait(until condition: @escaping @MainActor () -> Bool) async {
    lastNumber += 1
    let number = lastNumber
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.append(Waiter(number: number, condition: condition, continuation: continuation))
        resume { $0.number == number && (Task.isCancelled || condition()) }
      }
    } onCancel: {
      MainActor.runNowIfPossible { self.resume { $0.number == number } }
    }
  }

  /// Resumes the tasks whose conditions hold. Call this method after each change that a condition may depend on.
  func check() { resume { $0.condition() } }

  private func resume(where isDone: (Waiter) -> Bool) {
    var resumed: [Waiter] = []
    waiters.removeAll { waiter in
      guard isDone(waiter) else { return false }
      resumed.append(waiter)
      return true
    }
    for waiter in resumed { waiter.continuation.resume() }
  }
}
