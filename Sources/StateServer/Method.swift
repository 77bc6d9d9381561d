import JSONRPC
import SVVS

/// A method of the protocol; the properties are its parameters.
protocol Method: JSONDecodable {
  /// The name on the wire.
  static var name: String { get }

  /// What the result looks like.
  static var result: JSONSchema { get }

  /// Performs a call, which it must answer now or later unless it throws.
  @MainActor
  func perform(_ call: Call, on connection: Connection) throws(ResponseError)
}

extension Method {
  @MainActor
  static func perform(_ call: Call, _ params: JSON?, _ connection: Connection) throws(ResponseError) {
    let method: Self
    do {
      method = try Self(json: params ?? .emptyObject)
    } catch {
      throw ResponseError(error)
    }
    try method.perform(call, on: connection)
  }
}

extension Connection {
  /// The methods of the protocol by name; any other name is an action's.
  static let methods: [String: any Method.Type] = {
    let all: [any Method.Type] = [
      Initialize.self, Initialized.self, Discover.self, Shutdown.self, Exit.self, CancelRequest.self,
      SessionOpen.self, SessionClose.self,
      ViewOpen.self, ViewSet.self, ViewGet.self, ViewClose.self,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()
}

extension ResponseError {
  /// How many of the views that could have been meant are named.
  static let maximumCandidates = 100

  /// The error for parameters that cannot be decoded; `prefix` is where they stand in `params`.
  init(_ error: JSONDecodingError, inside prefix: String? = nil) {
    let error = prefix.map(error.inside) ?? error
    let subject = error.path.isRoot ? "The parameters" : error.path.description
    self.init(.invalidParams, "\(subject) \(error.reason).", .path(error.path))
  }

  /// The error for a parameter whose value cannot be used.
  static func invalid(_ parameter: String, _ reason: String) -> ResponseError {
    ResponseError(JSONDecodingError(reason, at: JSONPointer(parameter)))
  }
}
