/// The client of a whole loop. It handles the events that do not belong to one connection.
@MainActor
package protocol MainLoopClient: TurnClient {
  /// Called when the process has received SIGTERM or SIGINT.
  func terminationRequested()
}

/// An object with work to do at the end of a turn.
@MainActor
package protocol TurnClient: AnyObject {
  /// Called after the loop has run the work in the main queue, or the closure of a watched descriptor.
  ///
  /// The tasks of the main actor have made their changes, so the consequences can be sent now.
  func turnEnded()
}

/// Schedules work at the end of a turn, before the thread sleeps.
///
/// Use it for work that is done once after many small changes, for example sending these changes. The caller must
/// ensure that it schedules the work only once:
///
///     func markChanged() {
///       guard !isScheduled else { return }
///       isScheduled = true
///       scheduler.schedule(self)
///     }
@MainActor
package protocol TurnScheduler: AnyObject {
  /// Schedules a call of the client's ``TurnClient/turnEnded()`` before the thread sleeps. Has no effect if the loop
  /// already makes such a call at the end of every turn.
  func schedule(_ client: any TurnClient)

  /// Schedules a further call of the client's ``TurnClient/turnEnded()``, because the client has work left at the end of
  /// a turn. The loop first handles the events that are ready, but does not sleep before the call.
  func scheduleNextTurn(_ client: any TurnClient)
}
