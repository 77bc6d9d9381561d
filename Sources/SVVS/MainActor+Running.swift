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
  nonisolated static func runNowIfPossible(_ body: @escaping @MainActor @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: mark) != nil {
      // Unsafe only to the compiler, which knows less than the mark says. That the runtime finds it out
      // again, as `assumeIsolated` does, would take longer than all else that happens here.
      unsafeBitCast(body, to: (@Sendable () -> Void).self)()
    } else {
      Task { @MainActor in body() }
    }
  }
}
