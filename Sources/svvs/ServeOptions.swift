public import ArgumentParser
public import DemoApp
public import JSONRPC
public import Logging
public import StateServer

/// Where the data is.
struct BackendOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep the embedded database in a file. (default: in memory)", valueName: "path"))
  var database: String?

  @Option(help: ArgumentHelp("Use the HTTP backend at this URL instead of the embedded one.", valueName: "url"))
  var api: String?

  @Option(
    help: ArgumentHelp("The service that is searched for users. (default: https://api.github.com)", valueName: "url"))
  var githubUrl: String?

  func validate() throws {
    guard database != "" else { throw ValidationError("--database needs a path.") }
    guard api == nil || database == nil else { throw ValidationError("Give either --database or --api.") }
    for (option, url) in [("--api", api), ("--github-url", githubUrl)] {
      if let url { try BackendOptions.validate(option, url) }
    }
  }

  private static func validate(_ option: String, _ url: String) throws {
    #if HTTP
      guard Backend.isUsable(baseURL: url) else {
        throw ValidationError("\(option) needs a URL such as http://127.0.0.1:8080, not '\(url)'.")
      }
    #else
      throw ValidationError("\(option) \(url): built without HTTP; build with: swift build --product svvs")
    #endif
  }

  var choice: BackendChoice {
    BackendChoice(database: database, api: api, gitHubURL: githubUrl ?? BackendChoice().gitHubURL)
  }
}

/// What a client may ask for at most.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The size of a message.", valueName: "bytes"))
  var maxMessageBytes = Configuration.Limits().messageSize

  @Option(help: ArgumentHelp("How deep a message may nest.", valueName: "levels"))
  var maxNesting = Configuration.Limits().nesting

  @Option(help: ArgumentHelp("Calls under way.", valueName: "count"))
  var maxCalls = Configuration.Limits().callsUnderWay

  @Option(help: ArgumentHelp("Open views.", valueName: "count"))
  var maxViews = Configuration.Limits().openViews

  @Option(help: ArgumentHelp("Output that the client leaves unread.", valueName: "bytes"))
  var maxUnreadBytes = Configuration.Limits().unreadBytes

  func validate() throws {
    let all = [maxMessageBytes, maxNesting, maxCalls, maxViews, maxUnreadBytes]
    guard all.allSatisfy({ $0 > 0 }) else { throw ValidationError("A limit (--max-…) must be at least 1.") }
    // The parser has a limit of its own.
    guard maxNesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  var limits: Configuration.Limits {
    var limits = Configuration.Limits()
    limits.messageSize = maxMessageBytes
    limits.nesting = maxNesting
    limits.callsUnderWay = maxCalls
    limits.openViews = maxViews
    limits.unreadBytes = maxUnreadBytes
    return limits
  }
}

extension Framing: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
extension StateServer.Loop: ExpressibleByArgument {}
