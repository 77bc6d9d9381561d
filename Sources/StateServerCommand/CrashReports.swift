import SystemSupport

/// What Swift writes when the process crashes: the reason in one line and, by a handler of signals, a long trace.
enum CrashReports {
  private static let setting = "SWIFT_BACKTRACE"

  /// Leaves the reason alone: it is what a front end shows. Whoever wants the trace sets `SWIFT_BACKTRACE`, as to
  /// `enable=yes`.
  static func leaveOutTraces() {
    guard getenv(setting) == nil else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { signal(number, SIG_DFL) }
  }
}
