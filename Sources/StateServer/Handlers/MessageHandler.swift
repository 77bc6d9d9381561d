import JSONRPC
import Logging
import StateProtocol

/// Handles the messages of a connection, valid or not.
@MainActor
enum MessageHandler {
  /// Answers what is no call.
  static func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil, from peer: Peer) {
    peer.answer(Call("", id: id, batch: batch, from: peer), with: .failure(failure))
  }

  /// Handles a message, of its own or of a batch, where it was read.
  static func handle(_ entry: IncomingMessage.Entry, batch: Batch?, from peer: Peer) {
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
