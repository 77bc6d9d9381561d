import ArgumentParser
import DemoApp
import JSONRPC
import Logging
import StateServer

/// `svvs serve`: hosts the shipped app.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the app over stdin and stdout.",
    discussion: """
      One JSON-RPC message a line, or LSP's Content-Length headers; the server answers as it is \
      addressed. It ends at the end of input, when the calls under way have been answered.

      Logins of the embedded backend: 12345/password and test/password.
      """)

  @Option(help: "Speak one framing only: ndjson or content-length. (default: the client's)")
  var framing: Framing?

  @OptionGroup(title: "Backend")
  var backend: BackendOptions

  @Option(help: ArgumentHelp("The language of the app's texts: ja or en.", valueName: "ja|en"))
  var language = Service().language

  @Option(help: ArgumentHelp("The least level that is logged to stderr.", valueName: "level"))
  var logLevel = Service().logLevel

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long calls may go on after the end of input.", valueName: "seconds"), transform: seconds)
  var drainTimeout = Service().configuration.drainTimeout / .seconds(1)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long cancelled work may take to end.", valueName: "seconds"),
    transform: seconds)
  var closeTimeout = Service().configuration.closeTimeout / .seconds(1)

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @Option(help: ArgumentHelp("How to wait for events: poll (Linux) or dispatch.", visibility: .hidden))
  var loop = Service().loop

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), 0...86_400 ~= seconds else {
      throw ValidationError("must be from 0 to 86400 seconds")
    }
    return seconds
  }

  func run() throws {
    var service = Service()
    service.backend = backend.choice
    service.language = language
    service.logLevel = logLevel
    service.loop = loop
    service.configuration.framing = framing
    service.configuration.drainTimeout = .seconds(drainTimeout)
    service.configuration.closeTimeout = .seconds(closeTimeout)
    service.configuration.limits = limits.limits
    try service.run()
  }
}
