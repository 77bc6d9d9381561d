import SystemSupport

/// The report that Swift writes when the process crashes: one line with the reason and, from a signal handler, a long
/// backtrace.
enum CrashReports {
  private static let setting = "SWIFT_BACKTRACE"

  /// Disables the backtrace, because front ends show the last lines of stderr, which should be the reason. Setting
  /// `SWIFT_BACKTRACE`, such as to `enable=yes`, enables it again.
  static func disableTraces() {
    guard getenv(setting) == nil else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { signal(number, SIG_DFL) }
  }
}
