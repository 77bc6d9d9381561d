import JSON
import ProtocolNames
import StateProtocol

extension ClientRequest {
  /// The schema of the result of a request that succeeds.
  static var responseSchema: JSONSchema { Response.jsonSchema }
}

extension RequestMethod {
  /// The types of all requests, sorted by method.
  static var sortedTypes: [any HandledRequest.Type] { allCases.map(\.type).sorted { $0.method < $1.method } }
}
