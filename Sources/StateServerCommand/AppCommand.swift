import ArgumentParser
import Contract
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
    CrashReports.disableTraces()
    // A server may close its connection at any time, and so may the reader of stdout. A write then fails and does not
    // end the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      // Skips the parser, which would take half of the time to the first reply.
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.isEmpty || arguments.elementsEqual(["serve"]) {
        try Serving().run { Source.Made() }
      }
      if arguments.first == "attach", arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) {
        try AttachCommand<Source>.run(arguments.dropFirst().first)
      }
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
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    var name = "serve"
    if let first = CommandLine.arguments.dropFirst().first, !first.hasPrefix("-") {
      guard names.contains(first) else { return "; the subcommands are \(names.joined(separator: ", "))" }
      name = first
    }
    let passesOptions = ["attach", "web"].contains(name) && message.hasPrefix("Unknown option")
    let place = passesOptions ? "; options of the server follow `--`" : ""
    return "\(place) (see `\(CommandName.current) \(name) --help`)"
  }
}

/// The name of the command, for messages.
enum CommandName {
  /// The file name with which the executable was started.
  static let current = CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "serve"
}
