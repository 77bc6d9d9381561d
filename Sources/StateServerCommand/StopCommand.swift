import ArgumentParser
import LocalSocket
import SystemSupport

/// `stop`: ends a server, and waits for its end.
struct StopCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stop", abstract: "End a server that listens: calls are cancelled and answered, and all is saved.")
  }

  @Argument(help: .place, completion: .runningServers)
  var place: String?

  func run() throws {
    let address = try ServerPlace(place).address(for: Source.self)
    guard let holder = try ServerLock.holder(of: address) else {
      throw LocalSocketError("No server listens at \(address).")
    }
    // From another namespace of processes the holder has no number, and kill(0) would mean this one's group.
    guard holder.process > 0 else { throw LocalSocketError("The server at \(address) runs where no signal gets.") }
    guard kill(holder.process, SIGTERM) == 0 || errno == ESRCH else {
      throw LocalSocketError(errno: "The server at \(address) cannot be stopped")
    }
    try ServerLock.waitUntilFree(address)
  }
}
