import ArgumentParser
import Logging
import StateProtocol
import StateServer

/// `serve`: hosts the app.
struct ServeCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve",
      abstract: "Serve the app over stdin and stdout; also when no subcommand is named.",
      discussion: """
        One JSON-RPC message a line, or LSP's Content-Length headers; the server answers as it is \
        addressed. It ends at the end of input, when the calls under way have been answered.
        """)
  }

  @Option(help: "Speak one framing only: ndjson or content-length. (default: the client's)")
  var framing: Framing?

  @OptionGroup(title: "App")
  var options: Source.Options

  @Option(help: ArgumentHelp("The least level that is logged to stderr.", valueName: "level"), transform: level)
  var logLevel = Serving().logLevel

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long calls may go on after the end of input.", valueName: "seconds"), transform: seconds)
  var drainTimeout = Serving().configuration.drainTimeout / .seconds(1)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long cancelled work may take to end.", valueName: "seconds"),
    transform: seconds)
  var closeTimeout = Serving().configuration.closeTimeout / .seconds(1)

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    var serving = Serving()
    serving.logLevel = logLevel
    serving.configuration.framing = framing
    serving.configuration.drainTimeout = .seconds(drainTimeout)
    serving.configuration.closeTimeout = .seconds(closeTimeout)
    serving.configuration.limits = limits.limits
    // A command runs on the main thread, so that nothing is sent anywhere.
    nonisolated(unsafe) let options = options
    try serving.run { try Source.make(options) }
  }
}

private func seconds(_ text: String) throws -> Double {
  guard let seconds = Double(text), 0...86_400 ~= seconds else {
    throw ValidationError("must be from 0 to 86400 seconds")
  }
  return seconds
}

extension Framing: ExpressibleByArgument {}
private func level(_ text: String) throws -> Logger.Level {
  guard let level = Logger.Level(rawValue: text) else {
    throw ValidationError("must be one of: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return level
}
