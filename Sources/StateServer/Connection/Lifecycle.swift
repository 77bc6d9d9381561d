/// The state of a connection. It determines which requests the connection handles, and what `exit` does.
enum Lifecycle: Equatable {
  /// Requests are handled.
  case open
  /// All work is being cancelled. Only `exit` is handled, and it takes effect when the work has ended. `exits` is true
  /// if the client has sent `exit`.
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

  /// Ends a shutdown. Called when all work has ended.
  ///
  /// - Returns: Whether the client has sent `exit` during the shutdown.
  mutating func shutdownEnded() -> Bool {
    guard case .shuttingDown(let exits) = self else { return false }
    self = .shutDown
    return exits
  }

  /// Handles `exit`.
  ///
  /// - Returns: The status with which the connection ends now; nil if it ends only after the shutdown in progress.
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
