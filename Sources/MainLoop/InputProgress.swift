/// The state of the input that a client was given.
public enum InputProgress: Sendable {
  /// All of it has been handled: more can be read.
  case done
  /// The client has ended its slice of time with input left: the loop calls ``TransportClient/continueInput()``.
  case unfinished
  /// The client cannot go on with what is left until it calls ``Transport/resumeInput()``.
  case waiting
}
