import JSONRPC
import Logging
import StateProtocol

/// Handles the messages of a connection, valid or not.
@MainActor
enum MessageHandler {
  /// Answers what is no call.
  static func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil, from connection: Connection) {
    connection.answer(Call("", id: id, batch: batch, from: connection), with: .failure(failure))
  }

  /// Handles a message, of its own or of a batch, where it was read.
  static func handle(_ entry: IncomingMessage.Entry, batch: Batch?, from connection: Connection) {
    switch entry {
    case .request(let request): handle(request, batch: batch, from: connection)
    case .response: Connection.logger.debug("A response came to no request of ours.")
    case .invalid(let fault, let id?): refuse(Failure(fault), id: id, batch: batch, from: connection)
    case .invalid(_, nil): Connection.logger.debug("A notification cannot be handled.")
    }
  }

  private static func handle(_ request: Request, batch: Batch?, from connection: Connection) {
    let call = Call(request.method, id: request.id, batch: batch, from: connection)
    Connection.logger.trace("\(request.method) is called.")
    do throws(Failure) {
      try connection.admit(call)
      try Handlers.handle(request, call, connection)
    } catch {
      Connection.logger.debug("A call of \(request.method) failed: \(error.message)")
      connection.answer(call, with: .failure(error))
    }
  }
}
