import JSON
import StateProtocol

extension ClientRequest {
  /// What the result of a request that succeeds looks like.
  static var responseSchema: JSONSchema { Response.jsonSchema }
}

extension ClientRequests {
  /// Every request, by name.
  static var sorted: [any ClientRequest.Type] { all.sorted { $0.method < $1.method } }
}
