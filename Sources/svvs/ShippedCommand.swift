public import DemoApp
import DemoFixtures
import Foundation
public import StateServerCommand

#if HTTP
  import DemoHTTP
#endif

/// The command `svvs`. It is the command that every app has, with the shipped app, its fixtures and their options.
@main
struct ShippedCommand: ConfigurableApp {
  static let name = "svvs"
  static let version = AppServer.version
  nonisolated static let subcommands: [any ParsableCommand.Type] = [NewCommand.self]

  private let app: FixtureApp

  init() { app = FixtureApp(backend: .embedded().searchingGitHub(at: nil)) }

  init(options: ShippedOptions) throws {
    app = FixtureApp(backend: try options.backend.make(with: try options.database.open()), language: options.language)
  }

  func makeSession() -> ChatSession { app.makeSession() }

  var views: [ViewType<ChatSession>] { app.views }
}

/// The options of the shipped app.
struct ShippedOptions: ParsableArguments {
  @OptionGroup
  var database: DatabaseOptions

  @OptionGroup
  var backend: BackendOptions

  @Option(help: ArgumentHelp("The language of the app's texts: ja or en.", valueName: "ja|en"))
  var language = Language.japanese
}

extension Language: ExpressibleByArgument {}

extension Backend {
  /// The same backend, but it searches the service at `url`, with the token in the environment variable `GITHUB_TOKEN`.
  /// If `url` is nil, the service is `https://api.github.com`. If the program was built without HTTP, the backend is
  /// not changed.
  func searchingGitHub(at url: String?) -> Backend {
    #if HTTP
      searchingGitHub(
        baseURL: url ?? "https://api.github.com", token: ProcessInfo.processInfo.environment["GITHUB_TOKEN"])
    #else
      self
    #endif
  }
}
