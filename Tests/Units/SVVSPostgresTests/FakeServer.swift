import Dispatch
import Foundation
import SVVSPostgres
import TestSupport

/// A server that accepts every connection, and then reads nothing, and repeats one message or sends nothing.
final class FakeServer {
  private let server: LoopbackServer
  private let end = DispatchSemaphore(value: 0)

  /// - Parameter notice: The message that it repeats.
  init(version: String, notice: String? = nil) throws {
    server = try LoopbackServer { [end] connection in
      _ = LoopbackSocket.read(connection)
      let setting = FakeServer.message("S", Array("server_version\0\(version)\0".utf8))
      let greeting = FakeServer.message("R", [0, 0, 0, 0]) + setting + FakeServer.message("Z", Array("I".utf8))
      LoopbackSocket.write(greeting, to: connection)
      guard let notice else { return end.wait() }
      let bytes = FakeServer.message("N", Array("SNOTICE\0C00000\0M\(notice)\0\0".utf8))
      let many = [UInt8]((0..<1_000).map { _ in bytes }.joined())
      while LoopbackSocket.write(many, to: connection) {}
    }
  }

  deinit { end.signal() }

  var address: PostgresAddress {
    get throws {
      try TestServer.address {
        $0.port = server.port
        // Otherwise the client would first negotiate encryption.
        $0.queryItems = ["sslmode", "gssencmode"].map { URLQueryItem(name: $0, value: "disable") }
      }
    }
  }

  private static func message(_ kind: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
    [UInt8(ascii: kind), 0, 0, 0, UInt8(body.count + 4)] + body
  }
}
