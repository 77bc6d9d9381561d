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
        A front end that can start `serve` can start this command instead, and shares the server with others. The \
        server continues when this command has ended; `list` and `stop` find it. Its log is a file beside its socket.
        """)
  }

  @Argument(help: .serverAddress, completion: .runningServers)
  var server: String?

  @Flag(help: "Fail if the server is not running.")
  var noStart = false

  @Flag(help: .restart)
  var restart = false

  @Argument(parsing: .postTerminator, help: .serveOptions)
  var options: [String] = []

  func validate() throws {
    guard !noStart || !restart else { throw ValidationError("--restart starts the server, which --no-start excludes.") }
  }

  func run() throws {
    if restart { try SharedServer<Source>(server, options: options).stop() }
    try AttachCommand.run(server, options: options, startsServer: !noStart)
  }

  /// Runs the command. If the command line has no options, the parser is skipped and this method is called directly.
  static func run(_ nameOrPath: String?, options: [String] = [], startsServer: Bool = true) throws -> Never {
    StandardStreams.openClosed()
    let server = try SharedServer<Source>(nameOrPath, options: options)
    let connection = try server.connect(startsServer: startsServer)
    Console.end(with: Int32(try AttachedStreams(connection, to: server.address) { Console.report($0) }.run()))
  }
}
