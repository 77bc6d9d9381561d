import ArgumentParser
import LocalSocket

/// `stop`: ends a server, and waits until it has ended.
struct StopCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stop",
      abstract: "Stop a listening server. It cancels the calls in progress, replies to them, and saves its data.",
      discussion: """
        A server has 10 seconds to announce its end, and then 10 seconds to end. If it has not, this command fails, unless \
        --force is given.
        """)
  }

  @Argument(help: .serverAddress, completion: .runningServers)
  var server: String?

  @Flag(help: "Kill a server that has not ended after 10 seconds: replies and data that it has not saved are lost.")
  var force = false

  func run() throws {
    let address = try AddressArgument(server).address(for: Source.self)
    let wasRunning = try ServerLock.endServer(at: address, isForced: force) { Console.report($0) }
    guard wasRunning else { throw LocalSocketError("No server listens at \(address).") }
  }
}
