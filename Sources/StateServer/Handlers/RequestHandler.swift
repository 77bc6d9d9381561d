import CCrash
import JSON
import Logging
import ProtocolNames
import StateProtocol

/// A request that the server handles. Its properties are the parameters of the request.
protocol HandledRequest: ClientRequest {
  /// Handles a call. An implementation must either throw an error, or answer the call now or later.
  @MainActor
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure)
}

extension RequestMethod {
  /// The type of the requests with this method.
  var type: any HandledRequest.Type {
    switch self {
    case .initialize: Initialize.self
    case .initialized: Initialized.self
    case .shutdown: Shutdown.self
    case .exit: Exit.self
    case .discover: Discover.self
    case .cancelRequest: CancelRequest.self
    case .sessionOpen: SessionOpen.self
    case .sessionJoin: SessionJoin.self
    case .sessionList: SessionList.self
    case .sessionClose: SessionClose.self
    case .viewOpen: ViewOpen.self
    case .viewSet: ViewSet.self
    case .viewGet: ViewGet.self
    case .viewClose: ViewClose.self
    }
  }
}

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
          try method.type.handle(request.params, call, connection, context)
        } else {
          try ActionHandler.handle(request, call, connection, context)
        }
      } catch {
        Connection.logger.debug("A call of \(request.method) failed: \(error.message)")
        call.answer(.failure(error))
      }
    case .response: Connection.logger.debug("Unexpected response: the server has sent no request.")
    case .invalid(let fault, let id?): refuse(Failure(fault), id: id, batch: batch, on: connection)
    case .invalid(_, nil): Connection.logger.debug("An invalid notification or response is ignored.")
    }
  }

  /// Replies with a failure to a message that is not a call.
  static func refuse(_ failure: Failure, id: RequestID = .null, batch: Batch? = nil, on connection: Connection) {
    Call("", id: id, batch: batch, from: connection).answer(.failure(failure))
  }
}

extension HandledRequest {
  @MainActor
  fileprivate static func handle(
    _ params: JSONValue?, _ call: Call, _ connection: Connection, _ context: ServerContext
  ) throws(Failure) {
    let request: Self
    do {
      request = try Self(json: params ?? .emptyObject)
    } catch {
      throw Failure(error)
    }
    try request.handle(call, on: connection, in: context)
  }
}
