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

  @Argument(parsing: .postTerminator, help: .serveOptions)
  var options: [String] = []

  func run() throws { try AttachCommand.run(server, options: options, startsServer: !noStart) }

  /// Runs the command. If the command line has no options, the parser is skipped and this method is called directly.
  static func run(_ nameOrPath: String?, options: [String] = [], startsServer: Bool = true) throws -> Never {
    StandardStreams.openClosed()
    let address = try AddressArgument(nameOrPath).address(for: Source.self)
    let server = DetachedServer(address, from: nameOrPath, options: options)
    let running = options.isEmpty && startsServer ? nil : try server.connectIfRunning()
    if running == nil, !startsServer { throw LocalSocketError("No server listens at \(address).") }
    if running != nil, let used = (try? ServerLock.holder(of: address))?.arguments?.withValues {
      let unused = options.withValues.filter { !used.contains($0) }.joined(separator: " ")
      if !unused.isEmpty {
        Console.report("the server \(address) is already running, without these options: \(unused)")
      }
    }
    Console.end(with: Int32(try AttachedStreams(running ?? server.connect(), to: address).run()))
  }
}

extension [String] {
  /// The words of a command line, with each option and its value as one word: `--a=b` for `--a b`.
  fileprivate var withValues: [String] {
    reduce(into: []) { options, word in
      if let last = options.last, last.hasPrefix("--"), !last.contains("="), !word.hasPrefix("-") {
        options[options.count - 1] = "\(last)=\(word)"
      } else {
        options.append(word)
      }
    }
  }
}
