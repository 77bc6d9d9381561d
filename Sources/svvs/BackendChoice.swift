import ArgumentParser
import DemoApp
import Foundation

/// Where the data is: in memory, unless it is in a file or behind HTTP.
struct BackendChoice {
  var database: String?
  var api: String?
  var gitHubURL = "https://api.github.com"

  func make() throws -> Backend {
    let backend = try makeRepositories()
    #if HTTP
      return backend.searchingGitHub(
        baseURL: gitHubURL, token: ProcessInfo.processInfo.environment["GITHUB_TOKEN"])
    #else
      return backend
    #endif
  }

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
