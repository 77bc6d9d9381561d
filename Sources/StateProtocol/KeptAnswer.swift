public import JSON
public import JSONRPC

/// The reply to a request of a connection that has ended: a result or an error.
///
/// ``SessionJoin`` has an example.
public struct KeptAnswer: Sendable {
  /// The id of the request.
  public let id: RequestID
  /// The result, or the error in its place.
  public let result: Result<JSONValue, Failure>

  /// The reply to the request of an id.
  public init(id: RequestID, result: Result<JSONValue, Failure>) {
    self.id = id
    self.result = result
  }
}

extension KeptAnswer: JSONCodable {
  public static let jsonSchema = JSONSchema.object(
    JSONSchema.Object(
      name: "KeptAnswer", description: "The reply to a request of a connection that has ended, as in its response.",
      members: [
        JSONSchema.Member("id", RequestID.self, description: "The id of the request."),
        JSONSchema.Member(
          "result", JSONValue.self, isRequired: false, description: "The result, if the request has succeeded."),
        JSONSchema.Member("error", JSONObject.self, isRequired: false, description: "The error, if it has not."),
      ]))

  public init(json: JSONValue) throws(JSONDecodingError) {
    id = try json.decode("id")
    guard let response = Response(json, id: id) else { throw JSONDecodingError("has neither a result nor an error") }
    result = response.result.mapError { Failure($0) }
  }

  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      switch result {
      case .success(let value): writer.reply(to: id) { value.encode(to: &$0) }
      case .failure(let failure): writer.reply(to: id, failure: failure)
      }
    }
  }
}
