import SystemSupport

/// One connection: its input, its output, and the client that handles them. `PollLoop` and `DispatchLoop` both use it.
@MainActor
final class Channel: Transport {
  /// Whether the connection has ended, and its output has been written or discarded.
  private(set) var isOver = false
  /// The descriptor that is closed when the connection ends. Nil if the process ends with the connection.
  private(set) var owned: OwnedDescriptor?

  private let input: Input
  private let output: Output
  private let agenda: Agenda
  private let isProcess: Bool
  private var client: (any TransportClient)?
  private var ending: (status: Int32, timeout: Duration)?
  private var timer: Task<Void, Never>?
  private var isDue = false
  private var isClosingReported = false
  private var watched: Interest?

  /// Creates a connection. If it does not own a descriptor, the process ends with the connection.
  init(input: Input, output: Output, owned: OwnedDescriptor?, agenda: Agenda) {
    self.input = input
    self.output = output
    self.owned = owned
    self.agenda = agenda
    isProcess = owned == nil
  }

  var inputDescriptor: Int32 { input.descriptor }
  var outputDescriptor: Int32 { output.descriptor }

  /// Makes the client of the connection.
  func start(_ makeClient: (any Transport) -> any TransportClient) {
    client = makeClient(self)
    settleSoon()
  }

  // MARK: - Transport

  var isOutputBlocked: Bool { output.state == .blocked }

  func send(_ body: (inout [UInt8]) -> Void) {
    guard output.state != .closed else { return }
    output.append(body)
    // Writes early, to detect a peer that does not read even while a long input is being handled.
    if output.state == .drained, output.count > 1 << 16 { output.flush() }
    settleSoon()
  }

  func end(status: Int32, timeout: Duration) {
    guard ending == nil else { return }
    ending = (status, timeout)
    settleSoon()
  }

  func resumeInput() {
    agenda.addUnfinished(self)
    settleSoon()
  }

  // MARK: - Events

  /// If all earlier input has been handled, reads once and then writes the output of the client. Otherwise, does
  /// nothing.
  func inputReady() {
    guard !hasInputLeft, !input.hasEnded, ending == nil, let client else { return }
    input.deliver(to: client)
    inputHandled()
  }

  /// Gives the client a slice of time to handle the input that is left, and then writes the client's output.
  func continueInput() {
    guard ending == nil, let client, client.inputProgress == .unfinished else { return }
    client.continueInput()
    inputHandled()
  }

  private func inputHandled() {
    if client?.inputProgress == .unfinished { agenda.addUnfinished(self) }
    flush()
    settleSoon()
  }

  private var hasInputLeft: Bool { client.map { $0.inputProgress != .done } ?? false }

  /// Handles a change of the output: the output can be written to, or the reader has closed it.
  func outputReady(isGone: Bool = false) {
    switch output.state {
    case .drained:
      // There is nothing to write, so no write would report that the reader is gone. If the reader is not gone, the
      // output can be written to, but everything was already written in this turn, after the input was handled.
      if isGone { output.close() }
    case .blocked:
      flush()
    case .closed: break
    }
    settleSoon()
  }

  // MARK: - The end of a turn

  /// The events that the loop should watch now.
  var interest: Interest {
    Interest(input: !input.hasEnded && ending == nil && !hasInputLeft, output: output.state)
  }

  /// Does the work that is due before the loop sleeps.
  ///
  /// - Returns: Whether the loop must now watch other events.
  func update() -> Bool {
    isDue = false
    guard !isOver, !endsProcess else { return false }
    // Blocked output waits until it can be written.
    if output.state == .drained { flush() }
    reportClosing()
    if let ending { continueEnding(timeout: ending.timeout) }
    let before = watched
    watched = interest
    return isOver || watched != before
  }

  /// Closes the output because the descriptor cannot be watched.
  ///
  /// - Parameter failure: The reason, a value of `errno`.
  func watchFailed(_ failure: Int32) {
    output.close(failure: failure)
    settleSoon()
  }

  /// Whether a read would return at once, with bytes, the end of the input or a failure.
  var isInputReady: Bool { input.isReady }

  /// Whether the process ends because of this connection.
  var endsProcess: Bool { isProcess && ending != nil }

  /// Writes the output that is left. Waits for the reader until the timeout.
  ///
  /// - Returns: The exit status.
  func finish() -> Int32 {
    output.finish(timeout: ending?.timeout ?? .zero) { client?.outputDrained() }
    discardUnsent()
    reportClosing()
    client = nil
    return output.failure == nil ? ending?.status ?? 0 : 1
  }

  private func continueEnding(timeout: Duration) {
    guard output.state == .blocked, timeout > .zero else { return close() }
    guard timer == nil else { return }
    timer = Task {
      guard (try? await Task.sleep(for: timeout)) != nil else { return }
      ending?.timeout = .zero
      settleSoon()
    }
  }

  private func close() {
    isOver = true
    timer?.cancel()
    discardUnsent()
    reportClosing()
    output.close()
    (client, owned) = (nil, nil)
  }

  /// Closes the output if it is still blocked when the connection ends. The client is then notified of the closing.
  private func discardUnsent() {
    if output.state == .blocked { output.close() }
  }

  private func reportClosing() {
    guard output.state == .closed, !isClosingReported, !mayHaveUnreadInput else { return }
    isClosingReported = true
    client?.outputClosed(failure: output.failure)
  }

  /// Whether the client must still handle input that the peer sent before it closed the connection. The closing is
  /// reported after that input.
  ///
  /// This is false for stdout. It is also false after a failure: the peer may not know of the failure, and may never
  /// stop sending.
  private var mayHaveUnreadInput: Bool {
    guard !isProcess, output.failure == nil, ending == nil else { return false }
    return hasInputLeft || !input.hasEnded && isInputReady
  }

  private func flush() {
    output.flush { client?.outputDrained() }
  }

  private func settleSoon() {
    guard !isDue, !isOver else { return }
    isDue = true
    agenda.add(self)
  }
}

/// The events that a loop watches for a channel.
struct Interest: Equatable {
  /// Whether the channel waits for input.
  let input: Bool
  /// The progress of the output. Drained output waits for the reader to close it, and blocked output also waits until it
  /// can be written to again.
  let output: Output.State
}
