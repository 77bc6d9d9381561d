import DemoApp
import Foundation
import TestSupport
import Testing

@testable import DemoHTTP

/// The limits of the client, and the cancellation of requests.
@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
  @Test func aRequestWithoutAConnectionWaitsAndOneTooManyIsRefused() async throws {
    let service = try HeldService()
    let client = try HTTPClient(.init(connections: 1, requests: 2, connectionTime: .seconds(60)))
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 { group.addTask { await client.result(of: service.baseURL) } }
      #expect(try await group.next() == .failure(.tooManyRequests))
      for _ in 0..<2 {
        try #require(await service.nextRequest()).answer()
        #expect(try await group.next() == .success(200))
      }
    }
  }

  @Test func aRequestDoesNotWaitForAConnectionForLong() async throws {
    let service = try HeldService()
    let client = try HTTPClient(.init(connections: 1, connectionTime: .milliseconds(50)))
    async let first = client.result(of: service.baseURL)
    let request = try #require(await service.nextRequest())
    #expect(await client.result(of: service.baseURL) == .failure(.tooManyRequests))
    request.answer()
    #expect(await first == .success(200))
  }

  @Test func anotherServiceHasItsOwnConnections() async throws {
    let (one, other) = (try HeldService(), try AnswerService(Reply(data: .complete)))
    let client = try HTTPClient(.init(connections: 1, connectionTime: .seconds(60)))
    async let first = client.result(of: one.baseURL)
    let request = try #require(await one.nextRequest())
    #expect(await client.result(of: other.baseURL) == .success(200))
    request.answer()
    #expect(await first == .success(200))
  }

  @Test func cancellingClosesTheConnectionAndLetsTheNextRequestHaveIt() async throws {
    let service = try HeldService()
    let client = try HTTPClient(.init(connections: 1, connectionTime: .seconds(60)))
    let first = Task { try await client.get(service.baseURL) }
    let request = try #require(await service.nextRequest())
    let waiting = Task { try await client.get(service.baseURL) }
    let next = Task { try await client.get(service.baseURL) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    // The service may notice the new connection before the end of the old one.
    let events = [await service.next(), await service.next()]
    #expect(events.contains(.end(request)))
    for case .request(let request)? in events { request.answer() }
    #expect(try await next.value == 200)
  }

  @Test func aRequestIsNotSentAgainIfItsConnectionWasIdleAndBreaks() async throws {
    let (service, client) = (try HeldService(), try HTTPClient())
    async let first = client.result(of: service.baseURL)
    try #require(await service.nextRequest()).answer(.answer(connection: "Connection: keep-alive"))
    #expect(await first == .success(200))
    async let second = client.result(of: service.baseURL)
    try #require(await service.nextRequest()).breakOff()
    #expect(await second == .failure(.unreachable))
  }

  @Test func anAnswerThatNeverEndsIsTimedOut() async throws {
    let service = try AnswerService(Reply(data: Bytes.complete.dropLast(1), staysOpen: true))
    let client = try HTTPClient()
    #expect(await client.result(of: service.baseURL, within: .milliseconds(50)) == .failure(.timedOut))
  }

  /// Cancels requests at random times: while they wait, connect, send and receive.
  @Test func afterAnyCancellationTheClientSendsRequests() async throws {
    let service = try AnswerService(Reply(data: .answer(.user + " " * 50_000), pieces: 20))
    let client = try HTTPClient(.init(connections: 4))
    var random = SeededGenerator(seed: 4)
    try await withThrowingTaskGroup { group in
      for _ in 0..<400 {
        let pause = Duration.microseconds(Int.random(in: 0..<20_000, using: &random))
        group.addTask {
          let task = Task { try await client.get(service.baseURL) }
          try await Task.sleep(for: pause)
          task.cancel()
          do { #expect(try await task.value == 200) } catch is CancellationError {}
        }
      }
      try await group.waitForAll()
    }
    #expect(await client.result(of: service.baseURL) == .success(200))
  }

  @Test func aLibraryThatIsMissingIsALine() throws {
    let error = try #require(throws: CurlLibrary.Failure.self) { _ = try CurlLibrary.load(anyOf: ["libnone.so"]) }
    #expect(error.description == "libcurl, the library for HTTP, is not installed: apt-get install libcurl4.")
    let other = try #require(throws: CurlLibrary.Failure.self) { _ = try CurlLibrary.load(anyOf: ["libc.so.6"]) }
    #expect(other.description.contains("curl_"))
  }
}

extension HTTPClient {
  /// Returns the status of the answer to a GET.
  fileprivate func get(_ url: String, within timeLimit: Duration = .seconds(60)) async throws -> Int? {
    let call = HTTPCall(method: "GET", endpoint: try HTTPEndpoint(url), headers: [], body: nil)
    return try await answer(to: call, until: .now + timeLimit).status
  }

  fileprivate func result(
    of url: String, within timeLimit: Duration = .seconds(60)
  ) async -> Result<Int?, RepositoryError> {
    do {
      return .success(try await get(url, within: timeLimit))
    } catch {
      return .failure(error as? RepositoryError ?? .storageFailed)
    }
  }
}

/// A service whose requests are answered by a test.
private final class HeldService: Sendable {
  struct Request: Hashable {
    fileprivate let connection: Int32

    func answer(_ bytes: Bytes = .complete) { LoopbackSocket.write(bytes.values, to: connection) }

    func breakOff() { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  enum Event: Hashable {
    case request(Request)
    case end(Request)
  }

  private let events: AsyncStream<Event>
  private let server: LoopbackServer

  init() throws {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    self.events = events
    server = try LoopbackServer { connection in
      while LoopbackSocket.read(connection) != nil { continuation.yield(.request(Request(connection: connection))) }
      continuation.yield(.end(Request(connection: connection)))
    }
  }

  var baseURL: String { "http://127.0.0.1:\(server.port)" }

  /// The next event.
  func next() async -> Event? { await events.first { _ in true } }

  /// The next request, after the ends of earlier ones.
  func nextRequest() async -> Request? {
    while let event = await next() {
      if case .request(let request) = event { return request }
    }
    return nil
  }
}
