/// The state of a connection, which decides what is handled and what `exit` leads to.
enum Lifecycle: Equatable {
  /// Requests are handled.
  case open
  /// All work is being cancelled. Only `exit` is handled, and takes effect after that.
  case shuttingDown(exits: Bool)
  /// Only `exit` is handled.
  case shutDown
  /// Nothing is handled any more.
  case over

  var isOver: Bool { self == .over }

  /// Whether only `exit` is handled.
  var takesOnlyExit: Bool {
    switch self {
    case .shuttingDown, .shutDown: true
    case .open, .over: false
    }
  }

  /// All work is being cancelled, for a request or a signal.
  mutating func shutdownBegan() {
    if !isOver { self = .shuttingDown(exits: false) }
  }

  /// All work has ended.
  ///
  /// - Returns: Whether `exit` has come meanwhile.
  mutating func shutdownEnded() -> Bool {
    guard case .shuttingDown(let exits) = self else { return false }
    self = .shutDown
    return exits
  }

  /// `exit` has come.
  ///
  /// - Returns: The status to end with; nil if the connection ends after its shutdown.
  mutating func exitRequested() -> Int32? {
    switch self {
    case .shuttingDown:
      self = .shuttingDown(exits: true)
      return nil
    case .shutDown: return 0
    case .open, .over: return 1
    }
  }

  /// The connection has ended.
  mutating func ended() { self = .over }
}
