#if HTTP
  import AsyncHTTPClient
  import DemoApp
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import SVVS
  import SystemSupport

  /// Sends calls and receives their answers, which may be invalid.
  enum HTTPExchange {
    /// The maximum time for which a request may wait until a connection is made or becomes free.
    private static let connectionTimeLimit = TimeAmount.seconds(3)
    /// The maximum number of concurrent connections to a service. Requests delay other requests only if this many wait
    /// for an answer. The number is small if the process may open only few files, because the connections of the server
    /// need files as well.
    private static let maximumConnections = DescriptorLimit.isLarge ? 32 : 8
    /// The maximum size of an answer, in bytes.
    static let maximumBodySize = 4 << 20
    /// The HTTP client, which is made for the first request and lives as long as the process.
    private static let client = makeClient()

    /// Sends a call, and returns the body of the answer, unless `check` throws an error for the head of the answer.
    @concurrent
    static func send(
      _ call: HTTPCall, within timeLimit: Duration,
      check: @escaping @Sendable (HTTPClientResponse) throws(RepositoryError) -> Void
    ) async throws -> ByteBuffer {
      try await withTimeLimit(timeLimit) {
        try await exchange(call, check: check)
      }
    }

    private static func exchange(
      _ call: HTTPCall, check: (HTTPClientResponse) throws -> Void
    ) async throws -> ByteBuffer {
      var call = call
      for _ in 0...HTTPCall.maximumRedirects {
        let response = try await head(of: call)
        let location = response.headers.firstValue(of: "Location")
        guard let next = try call.redirected(byStatus: response.status.code, to: location) else {
          try check(response)
          return try await body(of: response)
        }
        call = next
      }
      throw RepositoryError.unexpectedReply
    }

    private static func withTimeLimit(
      _ timeLimit: Duration, _ exchange: @escaping @Sendable () async throws -> ByteBuffer
    ) async throws -> ByteBuffer {
      try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
        group.addTask { try await exchange() }
        group.addTask {
          try await TimerClock().sleep(for: timeLimit)
          throw RepositoryError.timedOut
        }
        defer { group.cancelAll() }
        guard let body = try await group.next() else { throw RepositoryError.timedOut }
        return body
      }
    }

    /// Sends a call, and returns the head of the answer. An error after the head is not reported as
    /// ``RepositoryError/unreachable``.
    private static func head(of call: HTTPCall) async throws -> HTTPClientResponse {
      do {
        return try await client.execute(HTTPClientRequest(call), deadline: .distantFuture)
      } catch let error as HTTPClientError where error == .getConnectionFromPoolTimeout {
        throw RepositoryError.tooManyRequests
      } catch let error as HTTPClientError where timeouts.contains(error) {
        throw RepositoryError.timedOut
      } catch let error as HTTPClientError where error == .remoteConnectionClosed {
        throw RepositoryError.unreachable
      } catch is IOError, is NIOConnectionError, is ChannelError {
        throw RepositoryError.unreachable
      } catch is NIOSSLError, is BoringSSLError {
        throw RepositoryError.insecure
      } catch {
        throw isCancellation(error) ? CancellationError() : RepositoryError.unexpectedReply
      }
    }

    private static func body(of response: HTTPClientResponse) async throws -> ByteBuffer {
      do {
        return try await response.body.collect(upTo: maximumBodySize)
      } catch is NIOTooManyBytesError {
        throw RepositoryError.tooLarge
      } catch {
        throw isCancellation(error) ? CancellationError() : RepositoryError.unexpectedReply
      }
    }

    /// The errors that report a timeout of the service.
    private static let timeouts: [HTTPClientError] = [
      .connectTimeout, .tlsHandshakeTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
    ]

    private static func isCancellation(_ error: any Error) -> Bool {
      error is CancellationError || error as? HTTPClientError == .cancelled
    }

    private static func makeClient() -> HTTPClient {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      // A refused connection is reported at once. The user may try again.
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumConnections
      configuration.timeout.connect = connectionTimeLimit
      // `AnswerGuard` supports no other version.
      configuration.httpVersion = .http1Only
      configuration.http1_1ConnectionDebugInitializer = AnswerGuard.add
      // One thread is enough for the requests of one app.
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }
  }

  extension HTTPHeaders {
    /// The first value of a header, without the spaces around the value. The decoder keeps the spaces after the value.
    func firstValue(of name: String) -> String? {
      first(name: name)?.trimmingCharacters(in: .whitespaces)
    }
  }

  extension HTTPClientRequest {
    fileprivate init(_ call: HTTPCall) {
      self.init(url: call.endpoint.text)
      method = .init(rawValue: call.method)
      for header in call.headers { headers.add(name: header.name, value: header.value) }
      if let body = call.body {
        headers.add(name: "Content-Type", value: "application/json")
        self.body = .bytes(ByteBuffer(bytes: body))
      }
    }
  }
#endif
