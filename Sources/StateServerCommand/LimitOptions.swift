import ArgumentParser
import JSON
import StateProtocol

/// The options that limit what a client may use. The parser finds them in the mirror, which has one for each limit.
struct LimitOptions: ParsableArguments, CustomReflectable {
  private(set) var limits = ServerLimits()

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for option in ServerLimits.options {
      limits[keyPath: option.limit] = try values.decode(Option<Int>.self, forKey: Key(option.name)).wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: ServerLimits.options.map { ($0.name, LimitOptions.parser(of: $0)) })
  }

  private static func parser(of option: ServerLimits.Option) -> Option<Int> {
    let standard = ServerLimits()[keyPath: option.limit]
    // The parser does not show the default of an option that is transformed.
    let help = ArgumentHelp("\(option.help) (default: \(standard))", valueName: option.unit)
    return Option(
      wrappedValue: standard, name: .customLong(option.name), parsing: .unconditional, help: help,
      transform: atLeastOne)
  }

  func validate() throws {
    // The JSON parser has this limit.
    guard limits.nesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  private static func atLeastOne(_ text: String) throws -> Int {
    guard let number = Int(digits: text), number > 0 else {
      throw ValidationError("must be a whole number of at least 1")
    }
    return number
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}

extension ServerLimits {
  /// The option of an app's command that sets a limit.
  struct Option {
    let name: String
    let limit: WritableKeyPath<ServerLimits, Int>
    let unit: String
    let help: String

    init(_ name: String, _ limit: WritableKeyPath<ServerLimits, Int>, _ unit: String, _ help: String) {
      (self.name, self.limit, self.unit, self.help) = (name, limit, unit, help)
    }
  }

  /// The options for all limits, in the order in which the help lists them.
  static var options: [Option] {
    [
      Option("max-message-bytes", \.messageSize, "bytes", "Maximum size of a message."),
      Option("max-nesting", \.nesting, "levels", "Maximum nesting of a message."),
      Option("max-values", \.messageValues, "count", "Maximum number of values in a message."),
      Option("max-batch-entries", \.batchEntries, "count", "Maximum number of entries in a batch."),
      Option("max-calls", \.callsUnderWay, "count", "Maximum number of calls in progress on a connection."),
      Option("max-session-calls", \.sessionCalls, "count", "Maximum number of calls in progress in a shared session."),
      Option("max-views", \.openViews, "count", "Maximum number of open views on a connection."),
      Option(
        "max-subscriptions", \.subscriptions, "count",
        "Maximum number of pairs of a connection and a view that it shows, in the process."),
      Option("max-sessions", \.sessions, "count", "Maximum number of sessions of a connection."),
      Option("max-shared-sessions", \.sharedSessions, "count", "Maximum number of shared sessions of the process."),
      Option(
        "max-name-bytes", \.nameSize, "bytes",
        "Maximum size of a view or session name, an id, or a member of clientInfo."),
      Option("max-unread-bytes", \.unreadBytes, "bytes", "Maximum total size of replies that a client has not read."),
      Option("max-connections", \.connections, "count", "Maximum number of connections at a socket."),
      Option("max-keep", \.keep, "seconds", "Maximum time that a shared session outlives its last connection."),
    ]
  }
}
