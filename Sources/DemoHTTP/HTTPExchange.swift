#if HTTP
  import DemoApp
  import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import SVVS
  import SystemSupport

  /// Sends calls and takes their answers, whatever is at the other end.
  enum HTTPExchange {
    /// How long an answer may take, to its last byte and with all redirects.
    private static let timeLimit = Duration.seconds(10)
    /// How long a request may wait for a connection, whether it is to be made or the others are in use.
    private static let connectionTimeLimit = TimeAmount.seconds(3)
    /// How many connections there are to a service at a time: requests that are never answered hold up no other until
    /// there are as many of them. Few where the process may open few files: other connections need them, too.
    private static let maximumConnections = DescriptorLimit.isLarge ? 32 : 8
    /// How large an answer may be, in bytes.
    static let maximumBodySize = 4 << 20
    /// Made when first needed, and kept as long as the process.
    private static let client = makeClient()

    /// Sends a call and collects the body of the answer, whose status `check` has passed.
    @concurrent
    static func send(
      _ call: HTTPCall, check: @escaping @Sendable (HTTPClientResponse) throws(RepositoryError) -> Void
    ) async throws -> ByteBuffer {
      try await withTimeLimit {
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
      _ exchange: @escaping @Sendable () async throws -> ByteBuffer
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

    /// Sends a call and waits for the head of its answer. Only where there was none could the service not be reached.
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

    /// The timeouts of the service.
    private static let timeouts: [HTTPClientError] = [
      .connectTimeout, .tlsHandshakeTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
    ]

    private static func isCancellation(_ error: any Error) -> Bool {
      error is CancellationError || error as? HTTPClientError == .cancelled
    }

    private static func makeClient() -> HTTPClient {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      // A refused connection is told at once; whoever asked may ask again.
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumConnections
      configuration.timeout.connect = connectionTimeLimit
      // The guard knows no other version.
      configuration.httpVersion = .http1Only
      configuration.http1_1ConnectionDebugInitializer = AnswerGuard.add
      // One thread will do for what one app asks.
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }
  }

  extension HTTPHeaders {
    /// The first value of a header, without the spaces around it, which the decoder leaves behind it.
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
