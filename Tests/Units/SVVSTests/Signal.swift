/// An event that a test fires. Tasks can wait for it. A cancelled task stops waiting at once.
@MainActor
final class Signal {
  private(set) var hasFired = false
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0

  func fire() {
    hasFired = true
    resumeAll()
  }

  var fired: Void {
    get async {
      guard !hasFired, !Task.isCancelled else { return }
      lastWaiter += 1
      let waiter = lastWaiter
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiters[waiter] = $0 }
      } onCancel: {
        Task { @MainActor in self.waiters.removeValue(forKey: waiter)?.resume() }
      }
    }
  }

  private func resumeAll() {
    for waiter in waiters.values { waiter.resume() }
    waiters = [:]
  }
}
