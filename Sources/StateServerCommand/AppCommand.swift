import ArgumentParser
import Contract
import LocalSocket
import StateServer
import SystemSupport

/// The command of an app.
struct AppCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandName.current,
      abstract: "Hosts an app's state and speaks JSON-RPC over stdin and stdout, or at a socket.",
      discussion: """
        A front end spawns it, opens views, calls actions, and is told what changed. Try it:

          echo '{"jsonrpc":"2.0","id":1,"method":"initialize"}' | \(CommandName.current)
        """,
      // The command runs on the main thread.
      version: MainActor.assumeIsolated { Source.Made.version },
      subcommands: [
        ServeCommand<Source>.self, AttachCommand<Source>.self, ListCommand.self, StopCommand<Source>.self,
        SchemaCommand<Source>.self,
      ],
      defaultSubcommand: ServeCommand<Source>.self)
  }

  /// Runs the command; what went wrong is one line on stderr.
  static func run() {
    CrashReports.leaveOutTraces()
    // A server may close its connection at any time, and a reader of stdout may go: the write fails instead.
    signal(SIGPIPE, SIG_IGN)
    do {
      // Without options there is nothing to parse, which would take half of the time to the first reply.
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
      Console.complain(mistake.description)
      Console.end(with: EX_SOFTWARE)
    } catch let error as LocalSocketError {
      Console.complain(error.description)
      Console.end(with: EXIT_FAILURE)
    } catch {
      Console.end(with: end(with: error))
    }
  }

  /// Says why the command has ended, which may be that help was asked for, and returns the status to end with.
  private static func end(with error: any Error) -> Int32 {
    let status = exitCode(for: error)
    guard status.isSuccess else {
      let isParsed = error is ValidationError || error is ExitCode
      Console.complain(message(for: error) + (isParsed ? "" : " (see `\(CommandName.current) --help`)"))
      return status.rawValue
    }
    do {
      try Console.write(fullMessage(for: error))
      return status.rawValue
    } catch {
      Console.complain("\(error)")
      return ExitCode.failure.rawValue
    }
  }
}

/// What the command is called.
enum CommandName {
  /// The name of the executable, as it was called.
  static let current = CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "serve"
}
