/// What a loop is to watch for a channel.
struct Interest: Equatable {
  /// Whether the channel wants to read.
  let input: Bool
  /// What the output waits for.
  let output: OutputEvent

  enum OutputEvent {
    /// The reader may go, though all was written.
    case hangUp
    /// The reader is behind.
    case room
    /// Nothing more will be written.
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
