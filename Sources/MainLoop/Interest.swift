/// The events that a loop watches for a channel.
struct Interest: Equatable {
  /// Whether the channel waits for input.
  let input: Bool
  /// The event that the output waits for.
  let output: OutputEvent

  enum OutputEvent {
    /// The reader closes the output. All output has been written, so no other event is needed.
    case hangUp
    /// The output can be written to again.
    case room
    /// No event, because nothing more will be written.
    case nothing
  }

  init(input: Bool, output: Output.State) {
    self.input = input
    self.output =
      switch output {
      case .drained: .hangUp
      case .blocked: .room
      case .closed: .nothing
      }
  }
}
