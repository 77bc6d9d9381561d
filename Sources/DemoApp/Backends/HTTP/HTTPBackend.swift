#if HTTP
  import AsyncHTTPClient
  import Foundation
  import JSON
  import Logging
  import NIOCore
  import NIOHTTP1

  /// A backend behind HTTP, which speaks JSON.
  struct HTTPBackend: Sendable {
    private static let logger = Logger(label: "svvs.http")
    /// How long an answer may take.
    private static let timeout = Duration.seconds(10)
    /// How large an answer may be, in bytes.
    private static let maximumBodySize = 16 << 20

    /// Made when first needed, and kept as long as the process.
    private static let client: HTTPClient = {
      var configuration = HTTPClient.Configuration()
      // A refused connection is told at once; whoever asked may ask again.
      configuration.connectionPool.retryConnectionEstablishment = false
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Where the backend is, without a slash at the end.
    private let baseURL: String
    /// What every request tells of itself.
    private let headers: [(name: String, value: String)]

    /// What it means when the backend does not know who asks.
    private let refusal: RepositoryError

    init(
      baseURL: String, headers: [(name: String, value: String)] = [("Accept", "application/json")],
      refusal: RepositoryError = .unauthorized
    ) {
      self.refusal = refusal
      self.headers = headers
      self.baseURL = String(baseURL.reversed().drop { $0 == "/" }.reversed())
    }

    /// Asks for a JSON value.
    @concurrent
    func get<Value: JSONDecodable>(
      _ path: [String], query: [(name: String, value: String)] = [], as type: Value.Type = Value.self
    ) async throws -> Value {
      try HTTPBackend.decode(await send("GET", path, query: query, body: nil))
    }

    /// Sends the members to change and takes the whole as it is now.
    @concurrent
    func patch<Value: JSONDecodable>(
      _ path: [String], _ body: some JSONEncodable, as type: Value.Type = Value.self
    ) async throws -> Value {
      try HTTPBackend.decode(await send("PATCH", path, body: body))
    }

    /// Sends a JSON value and takes a JSON value for it.
    @concurrent
    func post<Value: JSONDecodable>(
      _ path: [String], _ body: some JSONEncodable, as type: Value.Type = Value.self
    ) async throws -> Value {
      try HTTPBackend.decode(await send("POST", path, body: body))
    }

    /// Sends a request without a body whose answer tells nothing.
    func post(_ path: [String]) async throws {
      _ = try await send("POST", path, body: nil)
    }

    private func send(
      _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: (any JSONEncodable)?
    ) async throws -> ByteBuffer {
      // A path through these would lead elsewhere.
      guard !path.contains(where: ["", ".", ".."].contains) else { throw RepositoryError.notFound }
      let pairs = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
      let url = baseURL + path.map { "/" + $0.percentEncoded }.joined()
      var request = HTTPClientRequest(url: pairs.isEmpty ? url : url + "?" + pairs.joined(separator: "&"))
      request.method = .init(rawValue: method)
      for header in headers { request.headers.add(name: header.name, value: header.value) }
      if let body {
        var writer = JSONWriter()
        body.encode(to: &writer)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: writer.bytes))
      }
      let prepared = request
      do {
        return try await HTTPBackend.withTimeout { [refusal] in
          try await HTTPBackend.exchange(prepared, refusal: refusal)
        }
      } catch {
        HTTPBackend.logger.info("\(method) \(prepared.url) failed: \(error)")
        throw error
      }
    }

    private static func exchange(_ request: HTTPClientRequest, refusal: RepositoryError) async throws -> ByteBuffer {
      let response: HTTPClientResponse
      do {
        response = try await client.execute(request, deadline: .distantFuture)
      } catch {
        throw translate(error, otherwise: .unreachable)
      }
      try check(response, refusal: refusal)
      do {
        return try await response.body.collect(upTo: maximumBodySize)
      } catch {
        throw translate(error, otherwise: .unexpectedReply)
      }
    }

    /// Bounds the whole exchange, to the last byte of the answer.
    private static func withTimeout(
      _ exchange: @escaping @Sendable () async throws -> ByteBuffer
    ) async throws -> ByteBuffer {
      try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
        group.addTask { try await exchange() }
        group.addTask {
          try await Task.sleep(for: timeout)
          throw RepositoryError.timedOut
        }
        defer { group.cancelAll() }
        guard let body = try await group.next() else { throw RepositoryError.timedOut }
        return body
      }
    }

    private static func check(_ response: HTTPClientResponse, refusal: RepositoryError) throws(RepositoryError) {
      switch response.status.code {
      case 200..<300: return
      case 400, 422: throw .invalidRequest
      case 401: throw refusal
      case 403, 429: throw .rateLimited(retryAt: retryTime(in: response.headers))
      case 404: throw .notFound
      default: throw .unexpectedReply
      }
    }

    /// When the service may be asked again: after some seconds, or when it begins to count anew.
    private static func retryTime(in headers: HTTPHeaders) -> Date? {
      if let seconds = headers.first(name: "Retry-After").flatMap(Int32.init) {
        return Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + TimeInterval(seconds)).rounded(.up))
      }
      guard headers.first(name: "x-ratelimit-remaining") == "0",
        let seconds = headers.first(name: "x-ratelimit-reset").flatMap(UInt32.init)
      else { return nil }
      return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func decode<Value: JSONDecodable>(_ body: ByteBuffer) throws(RepositoryError) -> Value {
      do {
        return try Value(json: JSON(parsing: Array(body.readableBytesView)))
      } catch {
        throw .unexpectedReply
      }
    }

    private static func translate(_ error: any Error, otherwise other: RepositoryError) -> any Error {
      switch error as? HTTPClientError {
      case .cancelled: CancellationError()
      case .connectTimeout: RepositoryError.timedOut
      default: error is CancellationError ? error : other
      }
    }
  }

  extension String {
    /// The text with all but the unreserved characters of RFC 3986 percent-encoded.
    fileprivate var percentEncoded: String {
      utf8.map { byte in
        let character = Character(UnicodeScalar(byte))
        let isUnreserved = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
        let digits = String(byte, radix: 16, uppercase: true)
        return isUnreserved ? String(character) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }
  }
#endif
