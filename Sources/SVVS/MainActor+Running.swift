import Dispatch

extension MainActor {
  /// Found on the main queue alone. Its thread would not do: where dispatch runs the main queue, as
  /// under `dispatchMain()`, it is no thread in particular.
  private static let mark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs `body` on the main actor: at once if this is called there, else soon.
  nonisolated package static func runNowIfPossible(_ body: @escaping @MainActor @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: mark) != nil {
      MainActor.assumeIsolated(body)
    } else {
      Task { @MainActor in body() }
    }
  }
}
