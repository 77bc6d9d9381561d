import ArgumentParser
import Foundation
import LocalSocket

/// `stop`: ends a server, and waits for its end.
struct StopCommand<Source: MadeApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stop", abstract: "End a server that listens: calls are cancelled and answered, and all is saved.")
  }

  @Argument(help: .place)
  var place: String?

  func run() throws {
    let address = try ServerPlace(place).address(for: Source.self)
    guard let holder = try ServerLock.holder(of: address) else {
      throw LocalSocketError("No server listens at \(address).")
    }
    guard kill(holder.process, SIGTERM) == 0 || errno == ESRCH else {
      throw LocalSocketError("The server at \(address) cannot be stopped", errno: errno)
    }
    try ServerLock.waitUntilFree(address)
  }
}
