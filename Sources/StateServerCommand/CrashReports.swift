import SystemSupport

/// The report that Swift writes when the process crashes: one line with the reason and, from a signal handler, a long
/// backtrace.
enum CrashReports {
  private static let setting = "SWIFT_BACKTRACE"

  /// Disables the backtrace. Front ends show the last lines of stderr, and these should contain the reason. If
  /// `SWIFT_BACKTRACE` is set (for example, to `enable=yes`), the backtrace stays enabled.
  static func disableTraces() {
    guard getenv(setting) == nil else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { signal(number, SIG_DFL) }
  }
}
