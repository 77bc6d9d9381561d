import ArgumentParser
import LocalSocket

/// Where a server listens, as it is said on the command line.
enum ServerPlace: Sendable, CustomStringConvertible {
  /// Under the app's own name.
  case ofApp
  /// Under a name, or at a path.
  case at(String)

  init(_ argument: String?) {
    if let argument { self = .at(argument) } else { self = .ofApp }
  }

  var description: String {
    switch self {
    case .ofApp: "the app's name"
    case .at(let place): place
    }
  }

  /// The address for an app.
  func address<Source: MadeApp>(for source: Source.Type) throws -> ServerAddress {
    do throws(LocalSocketError) {
      switch self {
      // A command runs on the main thread.
      case .ofApp: return try ServerAddress(MainActor.assumeIsolated { Source.Made.name })
      case .at(let place): return try ServerAddress(place)
      }
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension ArgumentHelp {
  /// What names a server.
  static let place = ArgumentHelp(
    "The name of the server, or the path of its socket. (default: the app's name)", valueName: "name|path")
}

extension CompletionKind {
  /// The names of the servers that run, when a shell completes what names one.
  static var runningServers: CompletionKind {
    .custom { _, _, _ in ((try? RunningServer.all()) ?? []).map(\.name) }
  }
}
