import Foundation
import TestSupport
import Testing

@testable import LocalSocket

@Suite(.timeLimit(.minutes(1)))
struct ServerConnectionTests {
  private let temporary: TemporaryDirectory
  private let address: ServerAddress

  init() throws {
    temporary = try TemporaryDirectory()
    address = try temporary.address()
  }

  @Test func withoutASocketThereIsNoServer() throws {
    #expect(try ServerConnection.open(address) == nil)
    #expect(try ServerConnection.open(ServerAddress("work", in: temporary.servers)) == nil)
    #expect(try temporary.files.isEmpty)
  }

  @Test func aStaleSocketIsNotAServer() async throws {
    try await blocking { try Child.listening(address.socketPath).end() }
    #expect(try ServerConnection.open(address) == nil)
  }

  @Test func anotherFailureIsNamed() throws {
    let path = "\(temporary.path)/file"
    try temporary.write("", to: "file")
    let address = try ServerAddress("\(path)/test.sock")
    #expect(throws: LocalSocketError("The server at \(address) cannot be connected to: Not a directory.")) {
      try ServerConnection.open(address)
    }
  }

  @Test func anothersServerIsRefused() throws {
    let listener = try Listener(address)
    let user = geteuid()
    let refusal = "The server at \(address) belongs to uid \(user), not to uid \(user + 1)."
    #expect(throws: LocalSocketError(refusal)) {
      try ServerConnection.open(address, timeout: .seconds(1), user: user + 1)
    }
    withExtendedLifetime(listener) {}
  }

  #if os(Linux)
    // Where the queue is full, macOS refuses as if there was no server.

    @Test func aFullQueueIsWaitedFor() async throws {
      let listener = try Listener(address, user: geteuid(), backlog: 1)
      var waiting = try fillQueue()
      async let late = blocking { [address] in try ServerConnection.open(address, timeout: .seconds(30)) }
      while let accepted = listener.accept() {
        guard case .connection(let descriptor) = accepted else { break }
        close(descriptor)
      }
      waiting.append(try #require(try await late))
      waiting.forEach { close($0) }
    }

    @Test func theWaitForAFullQueueIsBounded() throws {
      let listener = try Listener(address, user: geteuid(), backlog: 1)
      try fillQueue().forEach { close($0) }
      withExtendedLifetime(listener) {}
    }

    /// Connects until nobody is let in any more.
    private func fillQueue() throws -> [Int32] {
      var connections: [Int32] = []
      let error = #expect(throws: LocalSocketError.self) {
        while let connection = try ServerConnection.open(address, timeout: .milliseconds(20)) {
          connections.append(connection)
        }
      }
      #expect(error == LocalSocketError("The server at \(address) does not accept connections."))
      #expect(!connections.isEmpty)
      return connections
    }
  #endif

  @Test func aConnectionMayWaitForEverToBeRead() throws {
    let listener = try Listener(address)
    let connection = try #require(try ServerConnection.open(address, timeout: .milliseconds(20)))
    defer { close(connection) }
    var time = timeval()
    var length = socklen_t(MemoryLayout<timeval>.size)
    #expect(getsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, &length) == 0)
    #expect(time.tv_sec == 0 && time.tv_usec == 0)
    withExtendedLifetime(listener) {}
  }
}
