import DemoApp
import SVVSPersistence
import StateServerCommand

#if HTTP
  import DemoHTTP
#endif

/// The options that choose the sources of the data which the app does not keep itself.
struct BackendOptions: ParsableArguments {
  #if HTTP
    private static let note = ""
  #else
    private static let note = " (not in this build, which is without HTTP)"
  #endif

  @Option(help: ArgumentHelp("Use the HTTP backend at this URL instead of the embedded one.\(note)", valueName: "url"))
  var api: String?

  @Option(
    help: ArgumentHelp(
      "The service that is searched for users.\(note) (default: https://api.github.com)", valueName: "url"))
  var githubUrl: String?

  func validate() throws {
    for (option, url) in [("--api", api), ("--github-url", githubUrl)] {
      if let url { try BackendOptions.validate(option, url) }
    }
  }

  private static func validate(_ option: String, _ url: String) throws {
    #if HTTP
      do {
        try Backend.check(baseURL: url)
      } catch {
        throw ValidationError("\(option) \(error).")
      }
    #else
      throw ValidationError("\(option) \(url): built without HTTP; build with: swift build --product svvs")
    #endif
  }

  /// Makes the backend that the options choose. The backend uses `database`.
  ///
  /// - Throws: `ValidationError` if an option needs HTTP and libcurl is missing. Without these options, the library is
  ///   loaded by the first search.
  func make(with database: AppDatabase) throws -> Backend {
    #if HTTP
      if let option = api.map({ _ in "--api" }) ?? githubUrl.map({ _ in "--github-url" }) {
        do { try Backend.loadHTTP() } catch { throw ValidationError("\(option): \(error)") }
      }
    #endif
    return makeRepositories(with: database).searchingGitHub(at: githubUrl)
  }

  private func makeRepositories(with database: AppDatabase) -> Backend {
    #if HTTP
      if let api { return .http(baseURL: api, database: database) }
    #endif
    return .embedded(in: database)
  }
}
