import LocalSocket
public import Logging
import Synchronization
import SystemSupport

/// Writes log lines to stderr and never blocks: a line that cannot be written at once is dropped.
///
/// Bootstrap the logging system with it in a program that calls `AppServer.run` itself; `serve` does so by
/// itself.
public struct StandardErrorLogHandler: LogHandler {
  public var metadata: Logger.Metadata = [:]
  public var logLevel: Logger.Level
  private let label: String
  /// Held while a line is written. It has the limit of the log file of this server, if stderr is that file.
  private static let writing = Mutex<LogFileLimit?>(nil)
  /// Where the lines go. A terminal that is ready may take a part of a line and block for the rest; its
  /// flags are shared with others, so that it is opened anew.
  private static let descriptor: Int32 = {
    guard isatty(STDERR_FILENO) == 1, let name = ttyname(STDERR_FILENO) else { return STDERR_FILENO }
    let own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : STDERR_FILENO
  }()

  /// Keeps the log file of the server at an address small, if stderr is that file.
  static func limitLogFile(ofServerAt address: ServerAddress) {
    writing.withLock { $0 = LogFileLimit(ofServerAt: address) }
  }

  /// A handler for the logger with a label.
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
    // A pipe that is ready takes this much without blocking, and whole.
    let line = text.utf8.prefix(Int(PIPE_BUF) - 1) + [UInt8(ascii: "\n")]
    // Between the look and the write no other thread may take the room.
    StandardErrorLogHandler.writing.withLock { limit in
      guard Waiting.isReady(Self.descriptor, for: Waiting.toWrite) else { return }
      Array(line).withUnsafeBytes { _ = write(Self.descriptor, $0.baseAddress, $0.count) }
      limit?.apply()
    }
  }
}
