import ArgumentParser
import LocalSocket
import MainLoop

/// `attach`: joins stdin and stdout to a server that may have other front ends.
struct AttachCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "attach",
      abstract: "Join stdin and stdout to a server that several front ends share; start it if there is none.",
      discussion: """
        A front end that can spawn `serve` can spawn this instead, and shares the process with others. The server \
        goes on when this command has ended; `list` and `stop` find it. What it logs is in a file beside its socket.
        """)
  }

  @Argument(help: .place, completion: .runningServers)
  var place: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The options of `serve`, if the server is to be started.", valueName: "options"))
  var options: [String] = []

  func run() throws { try AttachCommand.run(place, options: options) }

  /// Attaches; what `--help` says needs no parser here.
  static func run(_ place: String?, options: [String] = []) throws -> Never {
    StandardStreams.openClosed()
    let address = try ServerPlace(place).address(for: Source.self)
    let server = DetachedServer(address, arguments: ["serve", "--listen=\(place ?? address.description)"] + options)
    Console.end(with: Int32(try AttachedStreams(server.connect(), to: address).run()))
  }
}
