import JSON
import JSONRPC
import StateProtocol

/// A request that this server handles; the properties are its parameters.
@MainActor
protocol Handled: ClientRequest {
  /// Handles a call, which it must answer now or later unless it throws.
  func handle(_ call: Call, from connection: Connection) throws(Failure)
}

/// What is done for each method.
@MainActor
enum Handlers {
  private static let all: [any Handled.Type] = [
    Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
    SessionOpen.self, SessionJoin.self, SessionList.self, SessionClose.self,
    ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
  ]

  /// The methods of the protocol; any other name is an action's.
  static let names = all.map { $0.method }

  /// Those of each length of a name: few are to be compared with the name of an action.
  private static let byLength: [[(name: String, type: any Handled.Type)]] = {
    var byLength: [[(name: String, type: any Handled.Type)]] = []
    for type in all {
      while byLength.count <= type.method.utf8.count { byLength.append([]) }
      byLength[type.method.utf8.count].append((type.method, type))
    }
    return byLength
  }()

  /// Handles a request: a method of the protocol, or an action by its bare name.
  static func handle(_ request: Request, _ call: Call, _ connection: Connection) throws(Failure) {
    guard let method = type(for: request.method) else { return try ActionHandler.handle(request, call, connection) }
    try method.handle(request.params, call, connection)
  }

  private static func type(for method: String) -> (any Handled.Type)? {
    let length = method.utf8.count
    guard length < byLength.count else { return nil }
    for candidate in byLength[length] where candidate.name == method { return candidate.type }
    return nil
  }
}

extension Handled {
  fileprivate static func handle(_ params: JSONValue?, _ call: Call, _ connection: Connection) throws(Failure) {
    let request: Self
    do {
      request = try Self(json: params ?? .emptyObject)
    } catch {
      throw Failure(error)
    }
    try request.handle(call, from: connection)
  }
}
