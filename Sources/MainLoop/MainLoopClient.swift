/// What reacts to the loop as a whole, whichever connections it serves.
@MainActor
public protocol MainLoopClient: AnyObject {
  /// The work that the main queue held has run, or a closure that watches a descriptor has.
  ///
  /// Tasks of the main actor have changed what they were about to change: now is the time to send
  /// what follows from it.
  func turnEnded()

  /// The process was asked to end, by SIGTERM or SIGINT.
  func terminationRequested()
}

/// Runs a closure on the main actor before the thread sleeps.
///
/// It is for work that many small changes cause and that is to be done once for all of them, such as
/// sending what has changed. Whoever schedules sees to it that one closure is enough:
///
///     func markChanged() {
///       guard !isScheduled else { return }
///       isScheduled = true
///       scheduler.schedule { [weak self] in self?.sendChanges() }
///     }
///
/// A closure may do what ``MainLoopClient/turnEnded()`` does and no more, because a loop whose turns
/// all end with that call does not run it: `sendChanges` above must be called there, too.
@MainActor
public protocol TurnScheduler: AnyObject {
  /// Runs `turn` before the thread sleeps, unless ``MainLoopClient/turnEnded()`` is called by then anyway.
  func schedule(_ turn: @escaping @MainActor () -> Void)
}
