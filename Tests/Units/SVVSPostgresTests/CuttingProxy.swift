import Dispatch
import Foundation
import SVVSPostgres
import Synchronization
import TestSupport
import Testing

/// A proxy to the test server that cuts its connections after a number of bytes.
final class CuttingProxy: Sendable {
  private let rest: Limit
  private let server: LoopbackServer

  private final class Limit: Sendable {
    let bytes = Mutex(Int.max)
  }

  init() throws {
    let target = try #require(URLComponents(string: try TestServer.url())?.port)
    let rest = Limit()
    self.rest = rest
    server = try LoopbackServer { client in
      guard let server = try? LoopbackSocket.connect(port: target) else { return }
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        while let bytes = LoopbackSocket.read(client) { LoopbackSocket.write(bytes, to: server) }
        shutdown(server, Int32(SHUT_RDWR))
        end.signal()
      }
      while let bytes = LoopbackSocket.read(server) {
        let passed = rest.bytes.withLock { rest in
          let passed = min(rest, bytes.count)
          rest -= passed
          return passed
        }
        LoopbackSocket.write(bytes.prefix(passed), to: client)
        guard passed == bytes.count else { break }
      }
      for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) }
      end.wait()
      close(server)
    }
  }

  var address: PostgresAddress {
    get throws { try TestServer.address { $0.port = server.port } }
  }

  /// Cuts the connections after the server has sent a further number of bytes.
  func cut(after count: Int) {
    rest.bytes.withLock { $0 = count }
  }
}
