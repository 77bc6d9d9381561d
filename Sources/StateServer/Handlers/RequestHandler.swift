import CCrash
import JSON
import Logging
import ProtocolNames
import StateProtocol

/// Handles the messages of a connection: calls the handler of each request, and refuses invalid messages.
@MainActor
enum RequestHandler {
  /// Handles a message. The message may be part of a batch.
  static func handle(
    _ entry: IncomingMessage.Entry, batch: Batch?, on connection: Connection, in context: ServerContext
  ) {
    switch entry {
    case .request(let request):
      let call = Call(request.method, id: request.id, batch: batch, from: connection)
      crash_set_client(connection.clientName)
      defer { crash_set_client(nil) }
      Connection.logger.trace("\(request.method) is called.")
      do throws(Failure) {
        try connection.admit(call)
        if let method = RequestMethod(named: request.method) {
          try handle(method, request.params, call, connection, context)
        } else {
          try ActionHandler.handle(request, call, connection, context)
        }
      } catch {
        Connection.logger.debug("A call of \(request.method) failed: \(error.message)")
        call.answer(.failure(error))
      }
    case .response: Connection.logger.debug("Unexpected response: the server has sent no request.")
    case .invalid(let fault, let id?): refuse(Failure(fault), id: id, batch: batch, on: connection)
    case .invalid(_, nil): Connection.logger.debug("An invalid notification is ignored.")
    }
  }

  /// Replies with a failure to a message that is not a call.
  static func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil, on connection: Connection) {
    Call("", id: id, batch: batch, from: connection).answer(.failure(failure))
  }

  /// Reads the parameters of a request, and calls its handler. A handler must either throw an error, or answer the call
  /// now or later.
  private static func handle(
    _ method: RequestMethod, _ params: JSONValue?, _ call: Call, _ connection: Connection, _ context: ServerContext
  ) throws(Failure) {
    switch method {
    case .initialize: try Initialize(params: params).handle(call, on: connection, in: context)
    case .initialized: try Initialized(params: params).handle(call, on: connection, in: context)
    case .shutdown: try Shutdown(params: params).handle(call, on: connection, in: context)
    case .exit: try Exit(params: params).handle(call, on: connection, in: context)
    case .discover: try Discover(params: params).handle(call, on: connection, in: context)
    case .cancelRequest: try CancelRequest(params: params).handle(call, on: connection, in: context)
    case .sessionOpen: try SessionOpen(params: params).handle(call, on: connection, in: context)
    case .sessionJoin: try SessionJoin(params: params).handle(call, on: connection, in: context)
    case .sessionList: try SessionList(params: params).handle(call, on: connection, in: context)
    case .sessionClose: try SessionClose(params: params).handle(call, on: connection, in: context)
    case .viewOpen: try ViewOpen(params: params).handle(call, on: connection, in: context)
    case .viewSet: try ViewSet(params: params).handle(call, on: connection, in: context)
    case .viewGet: try ViewGet(params: params).handle(call, on: connection, in: context)
    case .viewClose: try ViewClose(params: params).handle(call, on: connection, in: context)
    }
  }
}

extension ClientRequest {
  fileprivate init(params: JSONValue?) throws(Failure) {
    do {
      try self.init(json: params ?? .emptyObject)
    } catch {
      throw Failure(error)
    }
  }
}
