import ArgumentParser
import LocalSocket

/// The address of a server, given as a command-line argument.
enum AddressArgument: Sendable, CustomStringConvertible {
  /// The name of the app.
  case appName
  /// The name of a server, or the path of its socket.
  case nameOrPath(String)

  init(_ argument: String?) {
    if let argument { self = .nameOrPath(argument) } else { self = .appName }
  }

  var description: String { nameOrPath ?? "the app's name" }

  /// The argument, or nil if it was omitted.
  var nameOrPath: String? {
    if case .nameOrPath(let text) = self { text } else { nil }
  }

  /// The address of the server. If the argument was omitted, the app's name is the name of the server.
  func address<Source: AppSource>(for source: Source.Type) throws -> ServerAddress {
    do throws(LocalSocketError) {
      switch self {
      // A command runs on the main thread.
      case .appName: return try ServerAddress(MainActor.assumeIsolated { Source.Made.name })
      case .nameOrPath(let text): return try ServerAddress(text)
      }
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension DetachedServer {
  /// The server of this app, which `serve` starts.
  ///
  /// - Parameters:
  ///   - argument: The address as the user has written it, or nil for the app's name.
  ///   - options: The options of `serve`.
  init(_ address: ServerAddress, from argument: String?, options: [String]) {
    let arguments = ["serve", "--listen=\(argument ?? address.description)"] + options
    self.init(address, arguments: arguments) { Console.report($0) }
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
