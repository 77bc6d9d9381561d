import MainLoop
import Logging

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Peer: TransportClient {
  package func received(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver else { return }
    intake.append(bytes)
    do {
      while !isOver, let message = try intake.next() {
        outbox.use(intake.framing)
        MessageHandler.handle(message, from: self)
        host.commits.turnEnded()
      }
    } catch {
      outbox.use(intake.framing)
      MessageHandler.refuse(intake.failure(for: error), from: self)
      end(status: 1)
    }
  }

  package func inputEnded() {
    guard !isOver else { return }
    do {
      let last = try intake.finish()
      outbox.use(intake.framing)
      if let last { MessageHandler.handle(last, from: self) }
    } catch {
      outbox.use(intake.framing)
      MessageHandler.refuse(intake.failure(for: error), from: self)
    }
    host.commits.turnEnded()
    drain()
  }

  // Also after the end: what waited for the reader is sent as long as the loop has patience.
  package func outputDrained() {
    enqueue()
    host.commits.turnEnded()
  }

  package func outputClosed(failure: Int32?) {
    if let failure {
      Peer.logger.error("The output cannot be written: \(String(cString: strerror(failure))).")
    }
    outbox.discard()
    end(status: failure == nil ? 0 : 1, patience: .zero)
  }
}
