#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What Swift writes when the process crashes: the reason in one line and, by a handler of signals, a long trace.
enum CrashReports {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Runs `body`; if it crashes, the reason is all that is written.
  static func withoutTraces<Result>(_ body: () throws -> Result) rethrows -> Result {
    let handlers = signals.map { number in
      var before = sigaction()
      var byDefault = sigaction()
      #if canImport(Darwin)
        byDefault.__sigaction_u.__sa_handler = SIG_DFL
      #else
        byDefault.__sigaction_handler.sa_handler = SIG_DFL
      #endif
      sigaction(number, &byDefault, &before)
      return before
    }
    defer {
      for (number, handler) in zip(signals, handlers) {
        var handler = handler
        sigaction(number, &handler, nil)
      }
    }
    return try body()
  }
}
