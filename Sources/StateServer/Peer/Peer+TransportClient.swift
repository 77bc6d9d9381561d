package import MainLoop
import Logging
import StateProtocol
import SystemSupport

extension Peer: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver else { return }
    intake.append(bytes)
    continueInput()
  }

  package func inputEnded() {
    guard !isOver else { return }
    intake.end()
    continueInput()
  }

  package var inputProgress: InputProgress { intake.progress }

  package func continueInput() {
    intake.beginSlice()
    do {
      while !isOver, let part = try intake.next() {
        outbox.use(intake.framing)
        handle(part)
        let isPaused = intake.endSlice()
        if isPaused || !intake.isInMessage { host.commits.turnEnded() }
        if isPaused { return }
      }
    } catch {
      outbox.use(intake.framing)
      MessageHandler.refuse(intake.failure(for: error), from: self)
      guard intake.hasEnded else { return end(status: 1) }
      host.commits.turnEnded()
    }
    if intake.hasEnded, !isOver, inputProgress == .done { drain() }
  }

  private func handle(_ part: Intake.Part) {
    switch part {
    case .entry(let entry, let batch): MessageHandler.handle(entry, batch: batch, from: self)
    case .large(let pieces):
      LargeMessage.parse(pieces, limits: host.configuration.limits.ofMessage) { [weak self] message in
        guard let self else { return }
        defer { resumeParsingWaiters() }
        guard !isOver else { return }
        intake.add(message)
        transport.resumeInput()
      }
    }
  }

  /// Handles what was read at once: each request that was read is answered, and the replies to a batch go out together.
  func finishInput() {
    while !isOver, let part = try? intake.next() {
      handle(part)
      if !intake.isInMessage { host.commits.turnEnded() }
    }
  }

  /// Waits for a large message that is being parsed.
  func finishParsing() async {
    guard intake.isParsing else { return }
    await withCheckedContinuation { parsingWaiters.append($0) }
  }

  private func resumeParsingWaiters() {
    let waiters = parsingWaiters
    parsingWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  // Also after the end: what waited for the reader is sent as long as the loop has patience.
  package func outputDrained() {
    enqueue()
    host.commits.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Peer.logger.error("The output cannot be written: \(Errno(rawValue: failure)).")
    }
    outbox.discard()
    end(status: failure == nil ? 0 : 1, patience: .zero)
  }
}
