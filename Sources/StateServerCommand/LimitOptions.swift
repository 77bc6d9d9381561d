import ArgumentParser
import StateProtocol

/// The options that limit what a client may use.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum size of a message.", valueName: "bytes"), transform: atLeastOne
  )
  var maxMessageBytes = ServerLimits().messageSize

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum nesting of a message.", valueName: "levels"),
    transform: atLeastOne)
  var maxNesting = ServerLimits().nesting

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of values in a message.", valueName: "count"),
    transform: atLeastOne)
  var maxValues = ServerLimits().messageValues

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of entries in a batch.", valueName: "count"),
    transform: atLeastOne)
  var maxBatchEntries = ServerLimits().batchEntries

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of calls in progress on a connection.", valueName: "count"),
    transform: atLeastOne)
  var maxCalls = ServerLimits().callsUnderWay

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of calls in progress in a shared session.", valueName: "count"),
    transform: atLeastOne)
  var maxSessionCalls = ServerLimits().sessionCalls

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of open views on a connection.", valueName: "count"),
    transform: atLeastOne)
  var maxViews = ServerLimits().openViews

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum number of pairs of a connection and a view that it shows, in the process.", valueName: "count"),
    transform: atLeastOne)
  var maxSubscriptions = ServerLimits().subscriptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of sessions of a connection.", valueName: "count"),
    transform: atLeastOne)
  var maxSessions = ServerLimits().sessions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of shared sessions of the process.", valueName: "count"),
    transform: atLeastOne)
  var maxSharedSessions = ServerLimits().sharedSessions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum size of a view or session name, an id, or a member of clientInfo.", valueName: "bytes"),
    transform: atLeastOne)
  var maxNameBytes = ServerLimits().nameSize

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum total size of replies that a client has not read.", valueName: "bytes"),
    transform: atLeastOne)
  var maxUnreadBytes = ServerLimits().unreadBytes

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of connections at a socket.", valueName: "count"),
    transform: atLeastOne)
  var maxConnections = ServerLimits().connections

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum time that a shared session outlives its last connection.", valueName: "seconds"),
    transform: atLeastOne)
  var maxKeep = ServerLimits().keep

  func validate() throws {
    // The JSON parser has this limit.
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
