package import MainLoop
import Logging
import StateProtocol
import SystemSupport

extension Connection: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver else { return }
    reader.append(bytes)
    continueInput()
  }

  package func inputEnded() {
    guard !isOver else { return }
    reader.end()
    continueInput()
  }

  package var inputProgress: InputProgress { reader.progress }

  package func continueInput() {
    reader.beginSlice()
    do {
      while !isOver, let part = try reader.next() {
        outbox.use(reader.framing)
        handle(part)
        let isPaused = reader.endSlice()
        if isPaused || !reader.isInMessage { host.commits.turnEnded() }
        if isPaused { return }
      }
    } catch {
      outbox.use(reader.framing)
      MessageHandler.refuse(reader.failure(for: error), from: self)
      guard reader.hasEnded else {
        end(.brokenInput)
        return
      }
      host.commits.turnEnded()
    }
    if reader.hasEnded, !isOver, inputProgress == .done { end(.inputEnded) }
  }

  private func handle(_ part: MessageReader.Part) {
    switch part {
    case .entry(let entry, let batch): MessageHandler.handle(entry, batch: batch, from: self)
    case .large(let pieces):
      LargeMessage.parse(pieces, limits: host.configuration.limits.ofMessage) { [weak self] message in
        guard let self else { return }
        defer { resumeParsingWaiters() }
        guard !isOver else { return }
        reader.add(message)
        transport.resumeInput()
      }
    }
  }

  /// Handles what was read at once: each request that was read is answered, and the replies to a batch go out together.
  func handleRest() {
    while !isOver, let part = try? reader.next() {
      handle(part)
      if !reader.isInMessage { host.commits.turnEnded() }
    }
  }

  /// Waits for a large message that is being parsed.
  func largeMessageParsed() async {
    guard reader.isParsing else { return }
    await withCheckedContinuation { parsingWaiters.append($0) }
  }

  private func resumeParsingWaiters() {
    let waiters = parsingWaiters
    parsingWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  // Also after the end: what waited for the reader is sent as long as the loop waits for that.
  package func outputDrained() {
    enqueue()
    host.commits.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Connection.logger.error("The output cannot be written: \(Errno(rawValue: failure)).")
    }
    end(.outputClosed(failure: failure))
  }
}
