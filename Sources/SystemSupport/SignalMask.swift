/// The signals that a thread blocks.
package enum SignalMask {
  /// Unblocks the signals that ask a process to end, on this thread.
  ///
  /// A process inherits the mask of the thread that has started it, and some programs block almost every signal in their
  /// threads, for example all that start processes with Foundation. Without this call, nothing but SIGKILL would end the
  /// process.
  package static func unblockTermination() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
