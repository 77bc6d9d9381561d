import ArgumentParser
import CCrash
import LocalSocket
import StateServer
import SystemSupport

/// The command of an app.
struct AppCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandName.current,
      abstract: "Hosts an app's state and speaks JSON-RPC over stdin and stdout, or at a socket.",
      discussion: """
        A front end starts it, opens views, calls actions, and receives the changes. Try it:

          echo '{"jsonrpc":"2.0","id":1,"method":"initialize"}' | \(CommandName.current)
        """,
      // The command runs on the main thread.
      version: MainActor.assumeIsolated { Source.Made.version },
      subcommands: [
        ServeCommand<Source>.self, AttachCommand<Source>.self, ListCommand.self, StopCommand<Source>.self,
        WebCommand<Source>.self, SchemaCommand<Source>.self,
      ] + Source.subcommands,
      defaultSubcommand: ServeCommand<Source>.self)
  }

  /// Runs the command. Reports an error as one line on stderr.
  static func run() {
    crash_install()
    // A server may close its connection at any time, and so may the reader of stdout. A write then fails and does not
    // end the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      try checkArguments()
      // Skips the parser, which would take half of the time to the first reply.
      let arguments = CommandLine.arguments.dropFirst()
      let options = arguments.first == "serve" ? arguments.dropFirst() : arguments
      if options.isEmpty { try Serving().run { Source.Made() } }
      if options.count == 1, let option = options.first, option.isOption("--attach"), option != "--attach=" {
        try AttachCommand<Source>.run(option == "--attach" ? nil : String(option.dropFirst("--attach=".count)))
      }
      if arguments.first == "attach", arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) {
        try AttachCommand<Source>.run(arguments.dropFirst().first)
      }
      if arguments.first == "help" { try checkHelp(on: arguments.dropFirst()) }
      var command = try parseAsRoot()
      try command.run()
    } catch let mistake as AppMistake {
      Console.report(mistake.description)
      Console.end(with: EX_SOFTWARE)
    } catch let error as LocalSocketError {
      Console.report(error.description)
      Console.end(with: EXIT_FAILURE)
    } catch {
      Console.end(with: end(with: error))
    }
  }

  /// Refuses an argument that is not valid UTF-8. Swift replaces the invalid bytes, so that a path would name another
  /// file.
  private static func checkArguments() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      throw ValidationError("argument \(index), \(String(escapingBytesOf: argument)), is not valid UTF-8")
    }
  }

  /// Writes the reason why the command ends, or the requested help, and returns the exit status.
  private static func end(with error: any Error) -> Int32 {
    let status = exitCode(for: error)
    guard status.isSuccess else {
      let isParsed = error is ValidationError || error is ExitCode
      let message = message(for: error)
      Console.report(message + (isParsed ? "" : hint(for: message)))
      return status.rawValue
    }
    do {
      try Console.write(fullMessage(for: error))
      return status.rawValue
    } catch {
      Console.report("\(error)")
      return ExitCode.failure.rawValue
    }
  }

  /// The list of subcommands if the first argument is not one of them and not an option; otherwise a reference to the
  /// help of the subcommand. For an option that belongs to `serve`, also says where such options are written.
  private static func hint(for message: String) -> String {
    var name = "serve"
    if let first = CommandLine.arguments.dropFirst().first, !first.hasPrefix("-") {
      guard configuration.subcommands.contains(where: { $0._commandName == first }) else { return list(Self.self) }
      name = first
    }
    let passesOptions = ["attach", "web"].contains(name) && message.hasPrefix("Unknown option")
    let place = passesOptions ? "; options of the server follow `--`" : ""
    return "\(place) (see `\(CommandName.current) \(name) --help`)"
  }

  /// Refuses arguments of `help` that are not names of subcommands. The parser ignores them.
  private static func checkHelp(on names: some Sequence<String>) throws {
    var command: any ParsableCommand.Type = Self.self
    for name in names.prefix(while: { !$0.hasPrefix("-") }) {
      let subcommands = command.configuration.subcommands
      if name == "help", command == Self.self { return }
      let next = subcommands.first { ([$0._commandName] + $0.configuration.aliases).contains(name) }
      guard let next else {
        throw ValidationError("Unexpected argument '\(name)'\(list(command))")
      }
      command = next
    }
  }

  /// The list of the subcommands of a command, as the end of a message.
  private static func list(_ command: any ParsableCommand.Type) -> String {
    let names = command.configuration.subcommands.map { $0._commandName }
    return names.isEmpty ? "" : "; the subcommands are \(names.joined(separator: ", "))"
  }
}

/// The name of the command, for messages.
enum CommandName {
  /// The file name with which the executable was started.
  static let current = CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "serve"
}
