import Logging
import LocalSocket
import StateServer
import SystemSupport

/// The settings for serving an app. Their defaults are the defaults of `serve`.
struct Serving {
  var logLevel = Logger.Level.notice
  var configuration = ServerConfiguration()
  /// The address to listen at; nil for stdin and stdout.
  var address: ServerAddress?
  /// The time for which a listening server may be idle before it ends; nil for no limit.
  var idleTime: Duration?

  /// Serves on the main thread until the process ends.
  func run(_ makeApp: @MainActor () throws -> some App) throws -> Never {
    let level = logLevel
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: level) }
    // A command runs on the main thread.
    return try MainActor.assumeIsolated {
      guard let address else {
        if isatty(STDIN_FILENO) == 1 {
          Console.report(
            "waiting for JSON-RPC messages, one on each line; Ctrl-D ends the input (see `\(CommandName.current) --help`)"
          )
        }
        try AppServer.run(try makeApp(), configuration: configuration)
      }
      StandardErrorLogHandler.limitLogFile(ofServerAt: address)
      try AppServer.listen(
        at: address, try makeApp(), configuration: configuration, endingWhenIdleFor: idleTime)
    }
  }
}
