/// The client of a whole loop, for events that do not belong to one connection.
@MainActor
public protocol MainLoopClient: TurnClient {
  /// Called when the process has received SIGTERM or SIGINT.
  func terminationRequested()
}

/// An object with work to do at the end of a turn.
@MainActor
public protocol TurnClient: AnyObject {
  /// Called when the work in the main queue, or the closure of a watched descriptor, has run.
  ///
  /// The tasks of the main actor have made their changes, so the consequences can be sent now.
  func turnEnded()
}

/// Schedules work at the end of a turn, before the thread sleeps.
///
/// Use it for work that many small changes cause and that is done once for all of them, such as sending the changes.
/// The caller makes sure that it schedules once:
///
///     func markChanged() {
///       guard !isScheduled else { return }
///       isScheduled = true
///       scheduler.schedule(self)
///     }
@MainActor
public protocol TurnScheduler: AnyObject {
  /// Calls the `turnEnded()` of a client before the thread sleeps, unless the loop does so at the end of every turn.
  func schedule(_ client: any TurnClient)
}
