public import JSON

/// What a peer answers to a request.
public struct Response: Sendable {
  /// The id of the request, or null if it could not be read.
  public let id: RequestID
  private let json: JSONValue

  /// The response in an object that has a result or an error; nil if it has neither.
  public init?(_ json: JSONValue, id: RequestID) {
    guard json["result"] != nil || json["error"] != nil else { return nil }
    self.id = id
    self.json = json
  }

  /// The result, or the error in its place.
  public var result: Result<JSONValue, ResponseError> {
    json["error"].map { .failure(ResponseError($0)) } ?? .success(json["result"] ?? json)
  }
}

/// The error of a response as it came; what its code and data mean is between the peers.
public struct ResponseError: Error, Sendable {
  /// The number of the kind of error.
  public let code: Int
  /// One sentence for people.
  public let message: String
  /// What a program may want to know.
  public let data: JSONValue?

  /// Reads the error of a response. A code that is missing is 0.
  public init(_ json: JSONValue) {
    code = json["code"]?.integer.flatMap(Int.init(exactly:)) ?? 0
    message = json["message"]?.string ?? ""
    data = json["data"]
  }
}
