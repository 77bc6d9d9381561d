import Dispatch
import Foundation
import SVVSPostgres

/// A server that lets anybody in, and neither reads nor says anything from there on.
final class MuteServer {
  private let server: LoopbackServer
  private let end = DispatchSemaphore(value: 0)

  init(version: String) throws {
    server = try LoopbackServer { [end] connection in
      _ = LoopbackSocket.read(connection)
      let setting = Array("server_version\0\(version)\0".utf8)
      let messages: [(kind: Unicode.Scalar, body: [UInt8])] = [
        ("R", [0, 0, 0, 0]), ("S", setting), ("Z", Array("I".utf8)),
      ]
      for (kind, body) in messages {
        LoopbackSocket.write([UInt8(ascii: kind), 0, 0, 0, UInt8(body.count + 4)] + body, to: connection)
      }
      end.wait()
    }
  }

  deinit { end.signal() }

  var address: PostgresAddress {
    get throws {
      try TestServer.address {
        $0.port = server.port
        // What else it would be asked first.
        $0.queryItems = ["sslmode", "gssencmode"].map { URLQueryItem(name: $0, value: "disable") }
      }
    }
  }
}
