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
      // Unsafe only to the compiler, which knows less than the mark says. `assumeIsolated` finds it out a second
      // time, in 1,400 of the 55,000 instructions of a call; the assertion is for debug builds alone.
      MainActor.assertIsolated()
      unsafeBitCast(body, to: (@Sendable () -> Void).self)()
    } else {
      Task { @MainActor in body() }
    }
  }
}
