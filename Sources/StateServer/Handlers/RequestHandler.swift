import CCrash
import JSON
import JSONRPC
import Logging
import StateProtocol

/// A request that the server handles. Its properties are the parameters of the request.
@MainActor
protocol HandledRequest: ClientRequest {
  /// Handles a call. An implementation must either throw an error, or answer the call now or later.
  func handle(_ call: Call, on connection: Connection, in context: ServerContext) throws(Failure)
}

/// Handles the messages of a connection: calls the handler of each request, and refuses invalid messages.
@MainActor
enum RequestHandler {
  private static let all: [any HandledRequest.Type] = [
    Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
    SessionOpen.self, SessionJoin.self, SessionList.self, SessionClose.self,
    ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
  ]

  /// The methods of the protocol. Any other method is the name of an action.
  static let names = all.map { $0.method }

  /// The request types, indexed by the lengths of their method names. With this table, the name of an action is
  /// compared with only a few method names.
  private static let byLength: [[(name: String, type: any HandledRequest.Type)]] = {
    var byLength: [[(name: String, type: any HandledRequest.Type)]] = []
    for type in all {
      while byLength.count <= type.method.utf8.count { byLength.append([]) }
      byLength[type.method.utf8.count].append((type.method, type))
    }
    return byLength
  }()

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
        if let type = type(for: request.method) {
          try type.handle(request.params, call, connection, context)
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

  private static func type(for method: String) -> (any HandledRequest.Type)? {
    let length = method.utf8.count
    guard length < byLength.count else { return nil }
    for candidate in byLength[length] where candidate.name == method { return candidate.type }
    return nil
  }
}

extension HandledRequest {
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
