import JSON
import StateProtocol

extension ClientRequest {
  /// The schema of the result of a request that succeeds.
  static var responseSchema: JSONSchema { Response.jsonSchema }
}

extension ClientRequests {
  /// All requests, sorted by method.
  static var sorted: [any ClientRequest.Type] { all.sorted { $0.method < $1.method } }
}
