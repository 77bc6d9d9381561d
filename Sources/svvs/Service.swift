import DemoApp
import Logging
import StateServer

/// The shipped app on its way to being served; what it is at first, `svvs serve` serves without options.
struct Service {
  var backend = BackendChoice()
  var language = Language.japanese
  var logLevel = Logger.Level.notice
  var configuration = Configuration()
  var loop = StateServer.Loop.best

  /// Serves on the main thread until the process ends.
  func run() throws -> Never {
    let level = logLevel
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: level) }
    // A command runs on the main thread.
    return try MainActor.assumeIsolated {
      try StateServer.run(
        DemoApp(backend: backend.make(), language: language), configuration: configuration, loop: loop)
    }
  }
}
