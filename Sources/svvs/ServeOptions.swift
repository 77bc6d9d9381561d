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

  var choice: BackendChoice {
    BackendChoice(database: database, api: api, gitHubURL: githubUrl ?? BackendChoice().gitHubURL)
  }
}

/// What a client may ask for at most.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The size of a message.", valueName: "bytes"), transform: atLeastOne)
  var maxMessageBytes = Configuration.Limits().messageSize

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How deep a message may nest.", valueName: "levels"),
    transform: atLeastOne)
  var maxNesting = Configuration.Limits().nesting

  @Option(parsing: .unconditional, help: ArgumentHelp("Calls under way.", valueName: "count"), transform: atLeastOne)
  var maxCalls = Configuration.Limits().callsUnderWay

  @Option(parsing: .unconditional, help: ArgumentHelp("Open views.", valueName: "count"), transform: atLeastOne)
  var maxViews = Configuration.Limits().openViews

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The name of a view or session, or an id.", valueName: "bytes"),
    transform: atLeastOne)
  var maxNameBytes = Configuration.Limits().nameSize

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Output that the client leaves unread.", valueName: "bytes"),
    transform: atLeastOne)
  var maxUnreadBytes = Configuration.Limits().unreadBytes

  func validate() throws {
    // The parser has a limit of its own.
    guard maxNesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  private static func atLeastOne(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw ValidationError("must be a whole number of at least 1") }
    return number
  }

  var limits: Configuration.Limits {
    var limits = Configuration.Limits()
    limits.messageSize = maxMessageBytes
    limits.nesting = maxNesting
    limits.callsUnderWay = maxCalls
    limits.openViews = maxViews
    limits.nameSize = maxNameBytes
    limits.unreadBytes = maxUnreadBytes
    return limits
  }
}

extension Framing: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}
extension StateServer.Loop: ExpressibleByArgument {}
