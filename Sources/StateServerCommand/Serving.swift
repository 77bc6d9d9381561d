import Logging
import LocalSocket
import StateServer

/// How an app is served; what it is at first, it is without options.
struct Serving {
  var logLevel = Logger.Level.notice
  var configuration = ServerConfiguration()
  /// Where to listen; nil for stdin and stdout.
  var address: ServerAddress?
  /// How long a server that listens may be idle before it ends; nil for ever.
  var idleTime: Duration?

  /// Serves on the main thread until the process ends.
  func run(_ makeApp: @MainActor () throws -> some App) throws -> Never {
    let level = logLevel
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: level) }
    // A command runs on the main thread.
    return try MainActor.assumeIsolated {
      guard let address else { try AppServer.run(try makeApp(), configuration: configuration) }
      StandardErrorLogHandler.limitLogFile(ofServerAt: address)
      try AppServer.listen(
        at: address, try makeApp(), configuration: configuration, endingWhenIdleFor: idleTime)
    }
  }
}
