import Dispatch

extension MainActor {
  /// A key that is set only on the main queue. The current thread does not identify the queue: under `dispatchMain()`,
  /// any thread may run the main queue.
  private static let mainQueueKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs a closure on the main actor: immediately if the caller is on the main actor, otherwise in a task.
  nonisolated package static func runNowIfPossible(_ body: @escaping @MainActor @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: mainQueueKey) != nil {
      MainActor.assumeIsolated(body)
    } else {
      Task { @MainActor in body() }
    }
  }
}
