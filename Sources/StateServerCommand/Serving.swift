import Logging
import StateServer

/// How an app is served; what it is at first, it is without options.
struct Serving {
  var logLevel = Logger.Level.notice
  var configuration = ServerConfiguration()

  /// Serves on the main thread until the process ends.
  func run(_ makeApp: @MainActor () throws -> some App) throws -> Never {
    let level = logLevel
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: level) }
    // A command runs on the main thread.
    return try MainActor.assumeIsolated {
      try AppServer.run(try makeApp(), configuration: configuration)
    }
  }
}
