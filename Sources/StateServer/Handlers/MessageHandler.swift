import JSONRPC
import Logging
import StateProtocol

/// Handles what comes in on a connection: messages, batches of them, and what is neither.
@MainActor
enum MessageHandler {
  /// Handles a message where it was read.
  static func handle(_ message: Intake.Message, from peer: Peer) {
    switch message {
    case .message(.single(let entry)): handle(entry, batch: nil, from: peer)
    case .message(.batch(let entries)):
      let replies = entries.count(where: \.wantsReply)
      let batch = replies > 0 ? Batch(count: replies) : nil
      for entry in entries { handle(entry, batch: batch, from: peer) }
    case .tooLarge:
      let limit = peer.host.configuration.limits.messageSize
      refuse(Failure(.overloaded(.messageSize), "The message is too large: \(limit) bytes are allowed."), from: peer)
    }
  }

  /// Answers what is no call.
  static func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil, from peer: Peer) {
    peer.answer(Call("", id: id, batch: batch, from: peer), with: .failure(failure))
  }

  private static func handle(_ entry: IncomingMessage.Entry, batch: Batch?, from peer: Peer) {
    switch entry {
    case .request(let request): handle(request, batch: batch, from: peer)
    case .response: Peer.logger.debug("A response came to no request of ours.")
    case .invalid(let fault, let id?): refuse(Failure(fault), id: id, batch: batch, from: peer)
    case .invalid(_, nil): Peer.logger.debug("A notification cannot be handled.")
    }
  }

  private static func handle(_ request: Request, batch: Batch?, from peer: Peer) {
    let call = Call(request.method, id: request.id, batch: batch, from: peer)
    Peer.logger.trace("\(request.method) is called.")
    do throws(Failure) {
      try peer.admit(call)
      try Handlers.handle(request, call, peer)
    } catch {
      Peer.logger.debug("A call of \(request.method) failed: \(error.message)")
      peer.answer(call, with: .failure(error))
    }
  }
}

extension IncomingMessage.Entry {
  fileprivate var wantsReply: Bool {
    switch self {
    case .request(let request): request.id != nil
    case .response: false
    case .invalid(_, let id): id != nil
    }
  }
}
