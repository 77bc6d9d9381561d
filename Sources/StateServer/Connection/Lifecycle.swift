/// The state of a connection, which determines which requests it handles and the effect of `exit`.
enum Lifecycle: Equatable {
  /// Requests are handled.
  case open
  /// All work is being cancelled. Only `exit` is handled, which takes effect when the work has ended.
  case shuttingDown(exits: Bool)
  /// Only `exit` is handled.
  case shutDown
  /// The connection has ended.
  case over

  var isOver: Bool { self == .over }

  /// Whether only `exit` is handled.
  var takesOnlyExit: Bool {
    switch self {
    case .shuttingDown, .shutDown: true
    case .open, .over: false
    }
  }

  /// Begins a shutdown, in which all work is cancelled.
  mutating func shutdownBegan() {
    if !isOver { self = .shuttingDown(exits: false) }
  }

  /// Ends a shutdown, when all work has ended.
  ///
  /// - Returns: Whether the client has sent `exit` meanwhile.
  mutating func shutdownEnded() -> Bool {
    guard case .shuttingDown(let exits) = self else { return false }
    self = .shutDown
    return exits
  }

  /// Handles `exit`.
  ///
  /// - Returns: The status to end with now; nil if the connection ends after its shutdown.
  mutating func exitRequested() -> Int32? {
    switch self {
    case .shuttingDown:
      self = .shuttingDown(exits: true)
      return nil
    case .shutDown: return 0
    case .open, .over: return 1
    }
  }

  /// Marks the connection as ended.
  mutating func ended() { self = .over }
}
