import ArgumentParser
import LocalSocket

/// The address of a server, given as a command-line argument.
struct AddressArgument: Sendable, CustomStringConvertible {
  /// The name of the server, or the path of its socket. Nil if the argument was omitted.
  let nameOrPath: String?

  init(_ argument: String?) { nameOrPath = argument }

  var description: String { nameOrPath ?? "the app's name" }

  /// The address of the server. If the argument was omitted, the app's name is the name of the server.
  func address<Source: AppSource>(for source: Source.Type) throws -> ServerAddress {
    do throws(LocalSocketError) {
      // A command runs on the main thread.
      return try ServerAddress(nameOrPath ?? MainActor.assumeIsolated { Source.Made.name })
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension ArgumentHelp {
  /// The help for the options after `--`.
  static let serveOptions = ArgumentHelp(
    "Options of `serve`, used if the server is not running.", valueName: "options")

  /// The help for `--restart`.
  static let restart = ArgumentHelp("Stop the server first, if it is running: its views and sessions are lost.")

  /// The help for the address of a server.
  static let serverAddress = ArgumentHelp(
    "The name of the server, or the path of its socket. (default: the app's name)", valueName: "name|path")
}

extension CompletionKind {
  /// The names of the running servers, for completion in a shell.
  static var runningServers: CompletionKind {
    .custom { _, _, _ in ((try? RunningServer.all()) ?? []).map(\.name) }
  }
}
