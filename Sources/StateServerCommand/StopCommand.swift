import ArgumentParser
import LocalSocket
import SystemSupport

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
    guard let holder = try ServerLock.holder(of: address) else {
      throw LocalSocketError("No server listens at \(address).")
    }
    // If the holder runs in another PID namespace, its process id is 0 here, and kill(0) would signal the process group
    // of this process.
    guard holder.process > 0 else {
      throw LocalSocketError("The server at \(address) runs in another PID namespace, so it cannot be signalled.")
    }
    guard kill(holder.process, SIGTERM) == 0 || errno == ESRCH else {
      throw LocalSocketError(errno: "The server at \(address) cannot be stopped")
    }
    try ServerLock.waitUntilFree(address)
  }
}
