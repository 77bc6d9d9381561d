public import JSON

/// A response from a peer to a request.
public struct Response: Sendable {
  /// The id of the request, or null if the peer could not read the id.
  public let id: RequestID
  private let json: JSONValue

  /// Reads a response. Returns nil if the object has neither a result nor an error.
  public init?(_ json: JSONValue, id: RequestID) {
    guard json["result"] != nil || json["error"] != nil else { return nil }
    self.id = id
    self.json = json
  }

  /// The result or the error.
  public var result: Result<JSONValue, ResponseError> {
    json["error"].map { .failure(ResponseError($0)) } ?? .success(json["result"] ?? json)
  }
}

/// The error of a response. JSON-RPC defines only some of the codes, and does not define the data.
public struct ResponseError: Error, Sendable {
  /// The code, which identifies the kind of error.
  public let code: Int
  /// One sentence for people.
  public let message: String
  /// Details for programs.
  public let data: JSONValue?

  /// Reads the error of a response. A missing code is read as 0.
  public init(_ json: JSONValue) {
    code = json["code"]?.integer.flatMap(Int.init(exactly:)) ?? 0
    message = json["message"]?.string ?? ""
    data = json["data"]
  }
}
