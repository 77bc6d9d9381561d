public import JSON

/// What a peer answers to a request.
public struct Response: Sendable {
  /// The id of the request, or null if it could not be read.
  public let id: RequestID
  /// The result, or the error in its place.
  public let result: Result<JSONValue, ResponseError>
}

/// The error of a response as it came; what its code and data mean is between the peers.
public struct ResponseError: Error, Sendable {
  /// The number of the kind of error.
  public let code: Int
  /// One sentence for people.
  public let message: String
  /// What a program may want to know.
  public let data: JSONValue?
}

extension Response {
  /// Reads a response; nil if it is none.
  init?(_ json: JSONValue, id: RequestID) {
    self.id = id
    if let error = json["error"] {
      let code = error["code"]?.integer.flatMap(Int.init(exactly:)) ?? 0
      result = .failure(ResponseError(code: code, message: error["message"]?.string ?? "", data: error["data"]))
    } else if let value = json["result"] {
      result = .success(value)
    } else {
      return nil
    }
  }
}
