import ArgumentParser
import LocalSocket
import MainLoop

/// `attach`: connects stdin and stdout to a server that may have other front ends.
struct AttachCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "attach",
      abstract: "Connect stdin and stdout to a server that several front ends share; start the server if necessary.",
      discussion: """
        A front end does the same with `serve --attach`. The server continues when this command has ended; `list` and \
        `stop` find it. Its log is a file beside its socket.
        """)
  }

  @Argument(help: .serverAddress, completion: .runningServers)
  var server: String?

  @OptionGroup
  var start: StartOptions

  @Argument(parsing: .postTerminator, help: .serveOptions)
  var options: [String] = []

  func run() throws { try AttachCommand.run(server, options: options, start: start) }

  /// Runs the command. If the command line has no options, the parser is skipped and this method is called directly.
  static func run(_ nameOrPath: String?, options: [String] = [], start: StartOptions? = nil) throws -> Never {
    StandardStreams.openClosed()
    let server = try SharedServer<Source>(nameOrPath, options: options)
    if start?.restart == true { try server.stop() }
    let connection = try server.connect(startsServer: start?.noStart != true)
    Console.end(with: Int32(try AttachedStreams(connection, to: server.address) { Console.report($0) }.run()))
  }
}

/// Whether a command that attaches to a server starts it.
struct StartOptions: ParsableArguments {
  @Flag(help: "Fail if the server is not running.")
  var noStart = false

  @Flag(help: .restart)
  var restart = false

  func validate() throws {
    guard !noStart || !restart else { throw ValidationError("--restart starts the server, which --no-start excludes.") }
  }
}

/// The options with which `serve` does what `attach` does, so that a front end can append them to any command of a server.
struct AttachOptions: ParsableArguments {
  @Option(
    defaultAsFlag: AddressArgument(nil), parsing: .next,
    help: ArgumentHelp(
      """
      Connect stdin and stdout to the server with this name or path, as `attach` does. It is started with the other \
      options if necessary. The name follows `=`.
      """, valueName: "name|path"), transform: { AddressArgument($0) }
  )
  var attach: AddressArgument?

  @Flag(help: "List the running servers instead, as `list --json` does.")
  var list = false

  @OptionGroup
  var start: StartOptions

  /// The words of this command line that are options of the server.
  static var serverOptions: [String] {
    let words = CommandLine.arguments.dropFirst()
    let own = ["--attach", "--list", "--no-start", "--restart"]
    return (words.first == "serve" ? words.dropFirst() : words).filter { word in !own.contains { word.isOption($0) } }
  }

  func validate() throws {
    guard attach != nil || !(list || start.noStart || start.restart) else {
      throw ValidationError("--list, --no-start and --restart need --attach.")
    }
    // The parser also accepts `--attach NAME`.
    guard let name = attach?.nameOrPath, !CommandLine.arguments.contains("--attach=\(name)") else { return }
    throw ValidationError("--attach \(name): the name follows `=`: --attach=\(name)")
  }
}
