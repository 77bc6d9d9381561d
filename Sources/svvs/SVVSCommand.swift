import ArgumentParser
import Foundation
import StateServer

/// The command line: `svvs serve` and `svvs schema`.
@main
struct SVVSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "svvs",
    abstract: "Hosts an app's state and speaks JSON-RPC over stdin and stdout.",
    discussion: """
      A front end spawns `svvs serve`, opens views, calls actions, and is told what changed. Try it:

        echo '{"jsonrpc":"2.0","id":1,"method":"initialize"}' | svvs serve
      """,
    version: StateServer.version,
    subcommands: [ServeCommand.self, SchemaCommand.self], defaultSubcommand: ServeCommand.self)

  /// Runs the command; what went wrong is one line on stderr.
  static func main() {
    do {
      // Without options there is nothing to parse, which would take half of the time to the first answer.
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.isEmpty || arguments.elementsEqual(["serve"]) { try Service().run() }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Foundation.exit(end(with: error))
    }
  }

  /// Says why the command has ended, which may be that help was asked for, and returns the status to end with.
  private static func end(with error: any Error) -> Int32 {
    let status = exitCode(for: error)
    guard status.isSuccess else {
      Console.complain(message(for: error))
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
