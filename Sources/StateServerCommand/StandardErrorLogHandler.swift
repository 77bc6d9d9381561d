import LocalSocket
public import Logging
import Synchronization
import SystemSupport

/// A log handler that writes lines to stderr without blocking. A line that cannot be written at once is dropped.
///
/// `serve` bootstraps the logging system with this handler. A program that calls `AppServer.run` itself can do the
/// same:
///
///     LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: .notice) }
public struct StandardErrorLogHandler: LogHandler {
  public var metadata: Logger.Metadata = [:]
  public var logLevel: Logger.Level
  private let label: String
  /// The limit on the size of this server's log file, if stderr is that file. The mutex is held while a line is
  /// written.
  private static let writing = Mutex<LogFileLimit?>(nil)
  /// The descriptor to which lines are written. If stderr is a terminal, this is the same terminal, opened again in
  /// non-blocking mode, because a terminal that is ready may take a part of a line and block for the rest. The flags of
  /// stderr are not changed, because other processes share them.
  private static let descriptor: Int32 = {
    guard isatty(STDERR_FILENO) == 1, let name = ttyname(STDERR_FILENO) else { return STDERR_FILENO }
    let own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : STDERR_FILENO
  }()

  /// If stderr is the log file of the server at `address`, limits the size of that file.
  static func limitLogFile(ofServerAt address: ServerAddress) {
    writing.withLock { $0 = LogFileLimit(ofServerAt: address) }
  }

  /// Creates a handler for the logger with the label `label`.
  public init(label: String, logLevel: Logger.Level) {
    self.label = label
    self.logLevel = logLevel
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    let merged = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let details = merged.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let text = "\(event.level) \(label): \(event.message)\(details)".printable
    // A pipe that is ready accepts this many bytes at once, without blocking.
    let line = text.utf8.prefix(Int(PIPE_BUF) - 1) + [UInt8(ascii: "\n")]
    // No other thread may write between the check and the write.
    StandardErrorLogHandler.writing.withLock { limit in
      guard Waiting.isReady(Self.descriptor, for: Waiting.toWrite) else { return }
      Array(line).withUnsafeBytes { _ = write(Self.descriptor, $0.baseAddress, $0.count) }
      limit?.apply()
    }
  }
}
