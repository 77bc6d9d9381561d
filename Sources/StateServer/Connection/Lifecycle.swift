/// Where a connection is in its life, and what may follow.
enum Lifecycle: Equatable {
  /// Requests are taken.
  case open
  /// The input has ended; calls may finish.
  case draining
  /// All work is being cancelled; only `exit` is taken, and then waits.
  case shuttingDown(exits: Bool)
  /// Nothing is left but `exit`.
  case shutDown
  /// Nothing is taken or sent any more.
  case over

  /// What `exit` leads to.
  enum Exit: Equatable {
    /// The end, with a status.
    case now(status: Int32)
    /// The end as soon as everything is shut down.
    case afterShutdown
  }

  var isOver: Bool { self == .over }

  /// Whether `exit` is all that is taken.
  var takesOnlyExit: Bool {
    switch self {
    case .shuttingDown, .shutDown: true
    case .open, .draining, .over: false
    }
  }

  /// The input has ended.
  mutating func inputEnded() {
    if self == .open { self = .draining }
  }

  /// A shutdown was asked for, by a request or a signal.
  mutating func shutdownBegan() {
    if !isOver { self = .shuttingDown(exits: false) }
  }

  /// Everything is shut down.
  ///
  /// - Returns: Whether that is the end.
  mutating func shutdownEnded() -> Bool {
    guard case .shuttingDown(let exits) = self else { return false }
    self = .shutDown
    return exits
  }

  /// `exit` has come.
  mutating func exitRequested() -> Exit {
    switch self {
    case .shuttingDown:
      self = .shuttingDown(exits: true)
      return .afterShutdown
    case .shutDown: return .now(status: 0)
    case .open, .draining, .over: return .now(status: 1)
    }
  }

  /// The end.
  mutating func ended() { self = .over }
}
