/// The progress of a client in handling its input.
public enum InputProgress: Sendable {
  /// All input has been handled. The loop may read more.
  case done
  /// The slice of time has ended, and there is input left. The loop calls ``TransportClient/continueInput()`` later.
  case unfinished
  /// The client cannot continue with its input until it calls ``Transport/resumeInput()``.
  case waiting
}
