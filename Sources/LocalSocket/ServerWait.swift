import SystemSupport

/// A wait for a process that may not answer. After a second, it reports what it waits for. It ends after ten
/// seconds.
///
/// A lock of a file has no timeout, and no event reports that a peer has read its first byte. A wait for one of them
/// polls, with pauses that grow to 50 ms.
struct ServerWait {
  static let noticeTime = Duration.seconds(1)
  static let limit = Duration.seconds(10)

  private let limit: Duration
  private let report: (String) -> Void
  private var begin = ContinuousClock.now
  private var hasReported = false

  /// - Parameter report: Receives the text for the user, at most once.
  init(limit: Duration = ServerWait.limit, report: @escaping (String) -> Void) {
    self.limit = limit
    self.report = report
  }

  /// Whether the time limit has passed.
  var isOver: Bool { begin + limit <= .now }

  /// The time at which ``check(_:)`` has something to do.
  var nextTime: ContinuousClock.Instant { begin + (hasReported ? limit : min(limit, ServerWait.noticeTime)) }

  /// Reports what is waited for, if it is time for that.
  mutating func check(_ what: () -> String) {
    guard !hasReported, begin + ServerWait.noticeTime <= .now else { return }
    hasReported = true
    report("waiting for \(what())")
  }

  /// Starts the time limit again, because the process has announced its end, or is still active.
  mutating func restart() { begin = .now }

  /// Waits until `isDone` returns true.
  ///
  /// - Returns: False if the time limit has passed.
  mutating func wait(
    for what: () -> String, until isDone: (inout ServerWait) throws(LocalSocketError) -> Bool
  ) throws(LocalSocketError) -> Bool {
    var backOff = BackOff(from: .milliseconds(1), upTo: .milliseconds(50))
    while try !isDone(&self) {
      guard !isOver else { return false }
      check(what)
      usleep(UInt32(backOff.next() / .microseconds(1)))
    }
    return true
  }
}

/// A process that is the server at an address, described for a user who waits for it.
struct AwaitedServer: CustomStringConvertible {
  private let address: ServerAddress
  private let process: pid_t?

  /// - Parameter process: The number of the process; nil if it is unknown, or 0 if the process runs in another PID
  ///   namespace.
  init(_ address: ServerAddress, process: pid_t?) {
    self.address = address
    self.process = process
  }

  /// The server that now holds the lock of the address.
  init(at address: ServerAddress) {
    self.init(address, process: (try? ServerLock.holder(of: address))?.process)
  }

  /// For example "server at work (pid 4711)".
  var description: String {
    guard let process, process > 0 else { return "server at \(address)" }
    return "server at \(address) (pid \(process))"
  }

  /// Whether the server has read what was written to a connection to it.
  static func hasRead(_ connection: Int32) -> Bool { !UnixSocket.hasUnreadBytes(connection) }

  /// The text that ``ServerWait/check(_:)`` reports.
  var waitedFor: String { "the \(self), which \(state)" }

  /// The error of a wait for a server that has not read the first byte of a connection.
  var noAnswer: LocalSocketError { failure("has not answered within 10 s") }

  /// Why the process does not answer: "is stopped" or "does not answer".
  var state: String { process.map(RunningProgram.isStopped) == true ? "is stopped" : "does not answer" }

  /// The error of a wait that has passed its time limit.
  ///
  /// - Parameters:
  ///   - what: What the server has not done, for example "has not answered within 10 s".
  ///   - isKilled: Whether the process that waits kills the server now.
  func failure(_ what: String, isKilled: Bool = false) -> LocalSocketError {
    let reason = process.map(RunningProgram.isStopped) == true ? ", because it is stopped" : ""
    // A process in another PID namespace cannot be signalled.
    let end = isKilled ? "; it was killed" : process ?? 0 > 0 ? "; `stop --force` ends it" : ""
    return LocalSocketError("The \(self) \(what)\(reason)\(end).")
  }
}
