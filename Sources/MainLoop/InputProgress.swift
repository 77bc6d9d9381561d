/// The progress of a client in handling its input.
public enum InputProgress: Sendable {
  /// All input has been handled: the loop may read more.
  case done
  /// The slice of time has ended with input left: the loop calls ``TransportClient/continueInput()``.
  case unfinished
  /// The client cannot continue with its input until it calls ``Transport/resumeInput()``.
  case waiting
}
