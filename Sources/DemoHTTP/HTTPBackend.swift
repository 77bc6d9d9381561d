import DemoApp
import Foundation
import JSON
import Logging

/// A backend that is reached by HTTP and JSON. Its answers are not trusted: they are checked, limited and decoded off
/// the main thread.
struct HTTPBackend: Sendable {
  private static let logger = Logger(label: "svvs.http")

  /// The base URL, without a slash at the end.
  private let baseURL: String
  /// The headers of every request.
  private let headers: [(name: String, value: String)]
  /// The error for the status 401.
  private let refusal: RepositoryError
  /// The time limit for an answer, up to its last byte. The limit includes all redirects.
  private let timeLimit: Duration

  init(
    baseURL: String, headers: [(name: String, value: String)] = [("Accept", "application/json")],
    refusal: RepositoryError = .unauthorized, timeLimit: Duration = .seconds(10)
  ) {
    self.refusal = refusal
    self.timeLimit = timeLimit
    self.headers = headers
    var baseURL = baseURL
    while baseURL.hasSuffix("/") { baseURL.removeLast() }
    self.baseURL = baseURL
  }

  /// Sends a request, and returns the JSON value of the answer, which must not exceed the limit.
  @concurrent
  func request<Value: JSONDecodable>(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [],
    body: (any JSONEncodable)? = nil, key: RetryKey? = nil, atMost limit: AnswerLimit? = nil,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try HTTPBackend.decode(await send(method, path, query: query, body: body, key: key), atMost: limit)
  }

  /// Sends a request, and returns the body of the answer.
  ///
  /// - Parameter key: The value of the header `Idempotency-Key`.
  @concurrent
  func send(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [],
    body: (any JSONEncodable)? = nil, key: RetryKey? = nil
  ) async throws -> [UInt8] {
    // An empty component, `.` or `..` would change the path.
    guard !path.contains(where: ["", ".", ".."].contains) else { throw RepositoryError.notFound }
    // A token contains only printable ASCII characters. The client would not send any others.
    guard headers.allSatisfy({ $0.value.utf8.allSatisfy { 0x20...0x7E ~= $0 } }) else { throw refusal }
    let pairs = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    let url = baseURL + path.map { "/" + $0.percentEncoded }.joined()
    // The user sees the same message whatever is wrong with the URL.
    guard let endpoint = try? HTTPEndpoint(pairs.isEmpty ? url : url + "?" + pairs.joined(separator: "&")) else {
      throw RepositoryError.unreachable
    }
    let headers = headers + (key.map { [("Idempotency-Key", "\"\($0.text)\"")] } ?? [])
    do {
      return try await follow(HTTPCall(method: method, endpoint: endpoint, headers: headers, body: body?.jsonText))
    } catch {
      HTTPBackend.logger.info("\(method) \(endpoint.text) failed: \(error)")
      throw error is CurlLibrary.Failure ? RepositoryError.notBuiltIn : error
    }
  }

  /// Sends a call, follows redirects, and returns the body of the answer.
  private func follow(_ call: HTTPCall) async throws -> [UInt8] {
    let client = try HTTPClient.shared()
    let deadline = ContinuousClock.now + timeLimit
    var call = call
    for _ in 0...HTTPCall.maximumRedirects {
      let answer = try await client.answer(to: call, until: deadline)
      guard let next = try call.redirected(byStatus: answer.status ?? 0, to: answer["location"]) else {
        try check(answer)
        return answer.body
      }
      call = next
    }
    throw RepositoryError.unexpectedReply
  }

  private func check(_ answer: HTTPAnswer) throws(RepositoryError) {
    switch answer.status ?? 0 {
    case 200..<300: return
    case 400, 422: throw .invalidRequest
    case 401: throw refusal
    case 403, 429: throw .rateLimited(retryAt: HTTPBackend.retryTime(in: answer))
    case 404: throw .notFound
    default: throw .unexpectedReply
    }
  }

  /// The time from which the request may be retried. The headers contain either a number of seconds to wait, or the
  /// time when the rate limit is reset. A negative number of seconds is ignored.
  private static func retryTime(in answer: HTTPAnswer) -> Date? {
    if let seconds = answer["retry-after"].flatMap(UInt32.init) {
      return Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + TimeInterval(seconds)).rounded(.up))
    }
    guard answer["x-ratelimit-remaining"] == "0",
      let seconds = answer["x-ratelimit-reset"].flatMap(UInt32.init)
    else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  private static func decode<Value: JSONDecodable>(
    _ body: [UInt8], atMost limit: AnswerLimit?
  ) throws(RepositoryError) -> Value {
    do {
      let json = try JSONValue(parsing: body, maximumCount: AnswerLimit.maximumValues)
      try limit?.check(json)
      return try Value(json: json)
    } catch let error as RepositoryError {
      throw error
    } catch let error as JSONParsingError where error.reason == .tooMany {
      throw .tooLarge
    } catch {
      throw .unexpectedReply
    }
  }
}

extension CharacterSet {
  /// The unreserved characters of RFC 3986.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
  /// The text with all characters percent-encoded except the unreserved ones.
  var percentEncoded: String {
    guard let text = addingPercentEncoding(withAllowedCharacters: .unreserved) else {
      preconditionFailure("Only text that is not Unicode cannot be encoded.")
    }
    return text
  }
}
