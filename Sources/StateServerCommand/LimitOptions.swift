import ArgumentParser
import JSON
import StateProtocol

/// The options that limit what a client may use.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .limit("Maximum size of a message.", "bytes", \.messageSize),
    transform: atLeastOne)
  var maxMessageBytes = ServerLimits().messageSize

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum nesting of a message.", "levels", \.nesting),
    transform: atLeastOne)
  var maxNesting = ServerLimits().nesting

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of values in a message.", "count", \.messageValues),
    transform: atLeastOne)
  var maxValues = ServerLimits().messageValues

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of entries in a batch.", "count", \.batchEntries),
    transform: atLeastOne)
  var maxBatchEntries = ServerLimits().batchEntries

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of calls in progress on a connection.", "count", \.callsUnderWay),
    transform: atLeastOne)
  var maxCalls = ServerLimits().callsUnderWay

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of calls in progress in a shared session.", "count", \.sessionCalls),
    transform: atLeastOne)
  var maxSessionCalls = ServerLimits().sessionCalls

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of open views on a connection.", "count", \.openViews),
    transform: atLeastOne)
  var maxViews = ServerLimits().openViews

  @Option(
    parsing: .unconditional,
    help: .limit(
      "Maximum number of pairs of a connection and a view that it shows, in the process.", "count", \.subscriptions),
    transform: atLeastOne)
  var maxSubscriptions = ServerLimits().subscriptions

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of sessions of a connection.", "count", \.sessions),
    transform: atLeastOne)
  var maxSessions = ServerLimits().sessions

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of shared sessions of the process.", "count", \.sharedSessions),
    transform: atLeastOne)
  var maxSharedSessions = ServerLimits().sharedSessions

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum size of a view or session name, an id, or a member of clientInfo.", "bytes", \.nameSize),
    transform: atLeastOne)
  var maxNameBytes = ServerLimits().nameSize

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum total size of replies that a client has not read.", "bytes", \.unreadBytes),
    transform: atLeastOne)
  var maxUnreadBytes = ServerLimits().unreadBytes

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum number of connections at a socket.", "count", \.connections),
    transform: atLeastOne)
  var maxConnections = ServerLimits().connections

  @Option(
    parsing: .unconditional,
    help: .limit("Maximum time that a shared session outlives its last connection.", "seconds", \.keep),
    transform: atLeastOne)
  var maxKeep = ServerLimits().keep

  func validate() throws {
    // The JSON parser has this limit.
    guard maxNesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  private static func atLeastOne(_ text: String) throws -> Int {
    guard let number = Int(digits: text), number > 0 else {
      throw ValidationError("must be a whole number of at least 1")
    }
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

extension ArgumentHelp {
  /// The help for a limit, with its default. The parser does not show the default of an option that is transformed.
  fileprivate static func limit(_ text: String, _ unit: String, _ limit: KeyPath<ServerLimits, Int>) -> ArgumentHelp {
    ArgumentHelp("\(text) (default: \(ServerLimits()[keyPath: limit]))", valueName: unit)
  }
}
