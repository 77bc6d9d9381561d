#if HTTP
  import AsyncHTTPClient
  import JSON
  import NIOCore
  import NIOHTTP1

  /// A backend behind HTTP, which speaks JSON.
  struct HTTPBackend: Sendable {
    /// How long an answer may take.
    private static let timeout = TimeAmount.seconds(10)
    /// How large an answer may be, in bytes.
    private static let maximumBodySize = 16 << 20

    /// Made when first needed, and kept as long as the process.
    private static let client: HTTPClient = {
      var configuration = HTTPClient.Configuration()
      configuration.timeout = .init(connect: timeout, read: timeout)
      // A refused connection is told at once; whoever asked may ask again.
      configuration.connectionPool.retryConnectionEstablishment = false
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Where the backend is, without a slash at the end.
    private let baseURL: String

    init(baseURL: String) {
      self.baseURL = String(baseURL.reversed().drop { $0 == "/" }.reversed())
    }

    /// Asks for a JSON value.
    func get<Value: JSONDecodable>(
      _ path: [String], query: [(name: String, value: String)] = [], as type: Value.Type = Value.self
    ) async throws -> Value {
      try HTTPBackend.decode(await send("GET", path, query: query, body: nil))
    }

    /// Sends the members to change and takes the whole as it is now.
    func patch<Value: JSONDecodable>(
      _ path: [String], _ body: some JSONEncodable, as type: Value.Type = Value.self
    ) async throws -> Value {
      try HTTPBackend.decode(await send("PATCH", path, body: body))
    }

    /// Sends a JSON value and takes a JSON value for it.
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
      let pairs = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
      let url = baseURL + path.map { "/" + $0.percentEncoded }.joined()
      var request = HTTPClientRequest(url: pairs.isEmpty ? url : url + "?" + pairs.joined(separator: "&"))
      request.method = .init(rawValue: method)
      request.headers.add(name: "Accept", value: "application/json")
      if let body {
        var writer = JSONWriter()
        body.encode(to: &writer)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: writer.bytes))
      }
      let response: HTTPClientResponse
      do {
        response = try await HTTPBackend.client.execute(request, timeout: HTTPBackend.timeout)
      } catch {
        throw HTTPBackend.translate(error, otherwise: .unreachable)
      }
      try HTTPBackend.check(response)
      do {
        return try await response.body.collect(upTo: HTTPBackend.maximumBodySize)
      } catch {
        throw HTTPBackend.translate(error, otherwise: .unexpectedReply)
      }
    }

    private static func check(_ response: HTTPClientResponse) throws(RepositoryError) {
      switch response.status.code {
      case 200..<300: return
      case 400: throw .invalidRequest
      case 401: throw .unauthorized
      case 403, 429: throw .rateLimited(retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) })
      case 404: throw .notFound
      default: throw .unexpectedReply
      }
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
      case .deadlineExceeded, .connectTimeout, .readTimeout: RepositoryError.timedOut
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
