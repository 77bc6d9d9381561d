import DemoApp
import StateServerCommand

/// Where the data is.
struct BackendOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the embedded database in a file. (default: in memory; logins: 12345 and test, password: password)",
      valueName: "path"),
    completion: .file())
  var database: String?

  @Option(help: ArgumentHelp("Use the HTTP backend at this URL instead of the embedded one.", valueName: "url"))
  var api: String?

  @Option(
    help: ArgumentHelp("The service that is searched for users. (default: https://api.github.com)", valueName: "url"))
  var githubUrl: String?

  func validate() throws {
    guard database != "" else { throw ValidationError("--database needs a path.") }
    // A URL may hold a password in more places than one, so that it is not repeated.
    if let database, database.contains(/^([A-Za-z][A-Za-z0-9+.\-]*:\/|file:)/) {
      throw ValidationError("--database needs the path of a file, and takes no URL.")
    }
    guard api == nil || database == nil else { throw ValidationError("Give either --database or --api.") }
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

  /// The backend that the options choose.
  func make() throws -> Backend { try makeRepositories().searchingGitHub(at: githubUrl) }

  private func makeRepositories() throws -> Backend {
    #if HTTP
      if let api { return .http(baseURL: api) }
    #endif
    guard let database else { return .embedded() }
    do {
      return try .embedded(path: database)
    } catch {
      throw ValidationError("The database '\(database)' cannot be opened: \(error)")
    }
  }
}
