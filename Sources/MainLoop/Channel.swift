import SystemSupport

/// One connection: its input, its output and the client between them, whichever loop watches them.
@MainActor
final class Channel: Transport {
  /// Whether the connection has ended, and nothing is left to do.
  private(set) var isOver = false
  /// The descriptor to close at the end; none if the end is that of the process.
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

  /// A connection whose end is that of the process, unless it owns a descriptor.
  init(input: Input, output: Output, owned: OwnedDescriptor?, agenda: Agenda) {
    self.input = input
    self.output = output
    self.owned = owned
    self.agenda = agenda
    isProcess = owned == nil
  }

  var inputDescriptor: Int32 { input.descriptor }
  var outputDescriptor: Int32 { output.descriptor }

  /// Hands the connection to its client.
  func start(_ makeClient: (any Transport) -> any TransportClient) {
    client = makeClient(self)
    settleSoon()
  }

  // MARK: - Transport

  var isOutputBlocked: Bool { output.state == .blocked }

  func send(_ body: (inout [UInt8]) -> Void) {
    guard output.state != .closed else { return }
    output.append(body)
    // What is unread must be noticed while a long input is being handled, too.
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

  /// Reads once, if all that was read before has been handled, and writes what the client answers.
  func inputReady() {
    guard !hasInputLeft, !input.hasEnded, ending == nil, let client else { return }
    input.deliver(to: client)
    inputHandled()
  }

  /// Gives the client a slice of time for the input that is left, and writes what it answers.
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

  /// There is room for output, or nobody reads it any more.
  func outputReady(isGone: Bool = false) {
    switch output.state {
    case .drained:
      // A write would say that the reader is gone, but there may be nothing to write. Room was found by what the
      // input led to, in the same turn, if it is only that.
      if isGone { output.close() }
    case .blocked:
      flush()
    case .closed: break
    }
    settleSoon()
  }

  // MARK: - The end of a turn

  /// What is to be watched.
  var interest: Interest {
    Interest(input: !input.hasEnded && ending == nil && !hasInputLeft, output: output.state)
  }

  /// Does what is due before the loop sleeps; returns whether something else is to be watched than before.
  func settle() -> Bool {
    isDue = false
    guard !isOver, !endsProcess else { return false }
    // What is blocked waits until there is room.
    if output.state == .drained { flush() }
    reportClosing()
    if let ending { settleEnd(timeout: ending.timeout) }
    let before = watched
    watched = interest
    return isOver || watched != before
  }

  /// The descriptor cannot be watched, for a reason that is a value of `errno`.
  func cannotBeWatched(_ failure: Int32) {
    output.close(failure: failure)
    settleSoon()
  }

  /// Whether there is something to read, the end of the input or a failure included.
  var isInputReady: Bool { input.isReady }

  /// Whether the process is to end.
  var endsProcess: Bool { isProcess && ending != nil }

  /// Writes what is left, waiting for the reader for as long as there is timeout; returns the status to exit with.
  func finish() -> Int32 {
    output.finish(timeout: ending?.timeout ?? .zero) { client?.outputDrained() }
    giveUpUnsent()
    reportClosing()
    client = nil
    return output.failure == nil ? ending?.status ?? 0 : 1
  }

  private func settleEnd(timeout: Duration) {
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
    giveUpUnsent()
    reportClosing()
    output.close()
    output.restore()
    (client, owned) = (nil, nil)
  }

  /// Closes the output at the end if the reader is behind, so that the client hears of it.
  private func giveUpUnsent() {
    if output.state == .blocked { output.close() }
  }

  private func reportClosing() {
    guard output.state == .closed, !isClosingReported, !mayHaveUnreadInput else { return }
    isClosingReported = true
    client?.outputClosed(failure: output.failure)
  }

  /// Whether the peer has gone and what it sent before is to be read and handled first.
  ///
  /// Not so without a reader of stdout, nor after a failure, which the peer need not know of: it may send for ever.
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
