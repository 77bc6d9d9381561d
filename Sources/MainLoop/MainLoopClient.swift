/// What reacts to the loop as a whole, whichever connections it serves.
@MainActor
public protocol MainLoopClient: TurnClient {
  /// The process was asked to end, by SIGTERM or SIGINT.
  func terminationRequested()
}

/// What is done at the end of a turn.
@MainActor
public protocol TurnClient: AnyObject {
  /// The work that the main queue held has run, or a closure that watches a descriptor has.
  ///
  /// Tasks of the main actor have changed what they were about to change: now is the time to send
  /// what follows from it.
  func turnEnded()
}

/// Ends a turn before the thread sleeps.
///
/// It is for work that many small changes cause and that is to be done once for all of them, such as
/// sending what has changed. Whoever schedules sees to it that once is enough:
///
///     func markChanged() {
///       guard !isScheduled else { return }
///       isScheduled = true
///       scheduler.schedule(self)
///     }
@MainActor
public protocol TurnScheduler: AnyObject {
  /// Calls the client's `turnEnded()` before the thread sleeps, unless the turn ends with that anyway.
  func schedule(_ client: any TurnClient)
}
