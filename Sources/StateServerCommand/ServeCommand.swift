import ArgumentParser
import LocalSocket
import Logging
import StateProtocol
import StateServer

/// `serve`: hosts the app.
struct ServeCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve",
      abstract: "Serve the app over stdin and stdout, or at a socket. This is the default subcommand.",
      discussion: """
        Messages are JSON-RPC, one on each line or with the Content-Length headers of LSP; the server uses the \
        framing of the client. It ends after the end of input, when the calls in progress have been answered.

        With --listen it serves any number of front ends at a socket that only this user can connect to, until \
        `stop` or a signal ends it. When it listens, it writes the path of the socket to stdout.

        With --attach it shares such a server, which it starts if necessary.
        """)
  }

  @Option(help: "Accept only one framing: ndjson or content-length. (default: the framing of the first message)")
  var framing: Framing?

  @Option(
    defaultAsFlag: AddressArgument(nil), parsing: .next,
    help: ArgumentHelp("Listen at the socket with this name or path.", valueName: "name|path"),
    transform: { AddressArgument($0) }
  )
  var listen: AddressArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --listen or --attach: end after this time without a connection or a shared session. (default: never)",
      valueName: "seconds"),
    transform: seconds)
  var exitWhenIdle: Double?

  @OptionGroup(title: "Attaching")
  var attaching: AttachOptions

  @OptionGroup(title: "App")
  var options: Source.Options

  @Option(
    help: ArgumentHelp(
      "The lowest level that is logged to stderr. (default: \(Serving().logLevel))", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: level)
  var logLevel = Serving().logLevel

  @Option(
    parsing: .unconditional,
    help: .timeout("Time for calls to finish after the end of input.", \.drainTimeout), transform: seconds)
  var drainTimeout = Serving().configuration.drainTimeout / .seconds(1)

  @Option(
    parsing: .unconditional, help: .timeout("How long cancelled work may take to end.", \.closeTimeout),
    transform: seconds)
  var closeTimeout = Serving().configuration.closeTimeout / .seconds(1)

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func validate() throws {
    guard exitWhenIdle == nil || listen != nil || attaching.attach != nil else {
      throw ValidationError("--exit-when-idle needs --listen or --attach.")
    }
    guard listen == nil || attaching.attach == nil else { throw ValidationError("--attach excludes --listen.") }
    for option in ["--listen", "--attach"] {
      guard !CommandLine.arguments.contains("\(option)=") else {
        throw ValidationError("\(option)= must be followed by a name or a path.")
      }
      // The parser keeps only the last one.
      guard CommandLine.arguments.count(where: { $0.isOption(option) }) <= 1 else {
        throw ValidationError("\(option) is given twice.")
      }
    }
  }

  /// Refuses options with which `attach` and `web` could not start the server.
  static func check(_ options: [String]) throws {
    do {
      _ = try parse(["--listen=x"] + options)
    } catch {
      throw exitCode(for: error).isSuccess ? error : ValidationError(message(for: error))
    }
    guard !options.contains(where: { $0.isOption("--listen") }) else {
      throw ValidationError("--listen is given twice.")
    }
  }

  func run() throws {
    if let attach = attaching.attach {
      if attaching.list { return try ListCommand.parse(["--json"]).run() }
      try AttachCommand<Source>.run(attach.nameOrPath, options: AttachOptions.serverOptions, start: attaching.start)
    }
    var serving = Serving()
    serving.logLevel = logLevel
    serving.configuration.framing = framing
    serving.configuration.drainTimeout = .seconds(drainTimeout)
    serving.configuration.closeTimeout = .seconds(closeTimeout)
    serving.configuration.limits = limits.limits
    serving.address = try listen?.address(for: Source.self)
    serving.idleTime = exitWhenIdle.map { .seconds($0) }
    // A command runs on the main thread, so the options do not leave it.
    nonisolated(unsafe) let options = options
    try serving.run { try Source.make(options) }
  }
}

extension ArgumentHelp {
  /// The help for a timeout, with its default. The parser does not show the default of an option that is transformed.
  fileprivate static func timeout(_ text: String, _ timeout: KeyPath<ServerConfiguration, Duration>) -> ArgumentHelp {
    let seconds = Serving().configuration[keyPath: timeout].components.seconds
    return ArgumentHelp("\(text) (default: \(seconds))", valueName: "seconds")
  }
}

extension String {
  /// Whether a word of a command line is an option, with or without a value after `=`.
  func isOption(_ name: String) -> Bool { self == name || hasPrefix("\(name)=") }
}

private func seconds(_ text: String) throws -> Double {
  // Without the first condition, +5, 0x5 and 1e3 would be accepted.
  guard text.allSatisfy({ "0123456789.".contains($0) }), let seconds = Double(text), 0...86_400 ~= seconds else {
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
