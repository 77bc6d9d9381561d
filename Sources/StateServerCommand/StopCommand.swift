import ArgumentParser
import LocalSocket

/// `stop`: ends a server, and waits until it has ended.
struct StopCommand<Source: AppSource>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stop",
      abstract: "Stop a listening server. It cancels the calls in progress, replies to them, and saves its data.")
  }

  @Argument(help: .serverAddress, completion: .runningServers)
  var server: String?

  func run() throws {
    let address = try AddressArgument(server).address(for: Source.self)
    guard try ServerLock.endServer(at: address) else { throw LocalSocketError("No server listens at \(address).") }
  }
}
