import JSON
import JSONRPC
import StateProtocol

/// A request that this server handles; the properties are its parameters.
@MainActor
protocol Handled: ClientRequest {
  /// Handles a call, which it must answer now or later unless it throws.
  func handle(_ call: Call, from peer: Peer) throws(Failure)
}

/// What is done for each method.
@MainActor
enum Handlers {
  /// The methods of the protocol by name; any other name is an action's.
  static let byMethod: [String: any Handled.Type] = {
    let all: [any Handled.Type] = [
      Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
      SessionOpen.self, SessionJoin.self, SessionList.self, SessionClose.self,
      ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.method, $0) })
  }()

  /// Handles a request: a method of the protocol, or an action by its bare name.
  static func handle(_ request: Request, _ call: Call, _ peer: Peer) throws(Failure) {
    guard let method = byMethod[request.method] else { return try ActionHandler.handle(request, call, peer) }
    try method.handle(request.params, call, peer)
  }
}

extension Handled {
  fileprivate static func handle(_ params: JSONValue?, _ call: Call, _ peer: Peer) throws(Failure) {
    let request: Self
    do {
      request = try Self(json: params ?? .emptyObject)
    } catch {
      throw Failure(error)
    }
    try request.handle(call, from: peer)
  }
}
