import ArgumentParser
import StateProtocol

/// The limits to what a client may ask for.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The size of a message.", valueName: "bytes"), transform: atLeastOne)
  var maxMessageBytes = ServerLimits().messageSize

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How deep a message may nest.", valueName: "levels"),
    transform: atLeastOne)
  var maxNesting = ServerLimits().nesting

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Values in a message.", valueName: "count"),
    transform: atLeastOne)
  var maxValues = ServerLimits().messageValues

  @Option(parsing: .unconditional, help: ArgumentHelp("Entries of a batch.", valueName: "count"), transform: atLeastOne)
  var maxBatchEntries = ServerLimits().batchEntries

  @Option(parsing: .unconditional, help: ArgumentHelp("Calls under way.", valueName: "count"), transform: atLeastOne)
  var maxCalls = ServerLimits().callsUnderWay

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Calls under way in a shared session.", valueName: "count"),
    transform: atLeastOne)
  var maxSessionCalls = ServerLimits().sessionCalls

  @Option(parsing: .unconditional, help: ArgumentHelp("Open views.", valueName: "count"), transform: atLeastOne)
  var maxViews = ServerLimits().openViews

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pairs of a connection and a view that it shows, in the process.", valueName: "count"),
    transform: atLeastOne)
  var maxSubscriptions = ServerLimits().subscriptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Sessions of a connection.", valueName: "count"),
    transform: atLeastOne)
  var maxSessions = ServerLimits().sessions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Shared sessions of the process.", valueName: "count"),
    transform: atLeastOne)
  var maxSharedSessions = ServerLimits().sharedSessions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A name of a view or session, an id, or a member of clientInfo.", valueName: "bytes"),
    transform: atLeastOne)
  var maxNameBytes = ServerLimits().nameSize

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Output that the client leaves unread.", valueName: "bytes"),
    transform: atLeastOne)
  var maxUnreadBytes = ServerLimits().unreadBytes

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Connections at a socket.", valueName: "count"), transform: atLeastOne)
  var maxConnections = ServerLimits().connections

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a shared session may outlive its last connection.", valueName: "seconds"),
    transform: atLeastOne)
  var maxKeep = ServerLimits().keep

  func validate() throws {
    // The parser has a limit of its own.
    guard maxNesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  private static func atLeastOne(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw ValidationError("must be a whole number of at least 1") }
    return number
  }

  var limits: ServerLimits {
    var limits = ServerLimits()
    limits.messageSize = maxMessageBytes
    limits.nesting = maxNesting
    limits.messageValues = maxValues
    limits.batchEntries = maxBatchEntries
    limits.callsUnderWay = maxCalls
    limits.sessionCalls = maxSessionCalls
    limits.openViews = maxViews
    limits.subscriptions = maxSubscriptions
    limits.sessions = maxSessions
    limits.sharedSessions = maxSharedSessions
    limits.nameSize = maxNameBytes
    limits.unreadBytes = maxUnreadBytes
    limits.connections = maxConnections
    limits.keep = maxKeep
    return limits
  }
}
