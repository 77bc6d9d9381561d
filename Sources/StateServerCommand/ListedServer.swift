import JSON
import LocalSocket
import StateProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SystemSupport

/// A server in the output of `list`.
@JSONCodable
struct ListedServer {
  let name: String
  /// The path of the server's socket.
  let path: String
  let pid: Int
  let since: Date
  /// The number of connections to the server; nil if the server did not reply.
  let connections: Int?
  /// The names of the server's shared sessions; nil if the server did not reply.
  let sessions: [String]?

  init(_ server: RunningServer, shared: SharedSessions?) {
    name = server.name
    path = server.address.socketPath
    pid = Int(server.process)
    since = Date(timeIntervalSince1970: Double(server.since))
    connections = shared?.connections
    sessions = shared?.sessions.map(\.session.string)
  }

  /// The cells of the server's row in the table.
  var cells: [String] {
    let since = since.jsonString.replacing("\"", with: "")
    return [name, String(pid), since] + [connections, sessions?.count].map { $0.map(String.init) ?? "-" }
  }

  /// Requests the number of connections and the shared sessions of a server, with a timeout of one second. The connection
  /// of the request is not counted.
  static func query(_ address: ServerAddress) throws(LocalSocketError) -> SharedSessions {
    guard let descriptor = try ServerConnection.open(address, timeout: .seconds(1)) else {
      throw LocalSocketError("it does not listen.")
    }
    let connection = OwnedDescriptor(descriptor)
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(connection.number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var writer = JSONWriter()
    writer.request(SessionList.method, id: .integer(1), params: SessionList())
    let request = writer.bytes + [UInt8(ascii: "\n")]
    // Ignores a failure of the write: if the server has already refused the connection, the reason that the server
    // gives can still be read.
    _ = request.withUnsafeBytes { BlockingStream.writeAll($0, to: connection.number) }
    let reply = try readLine(from: connection.file)
    if case .responses(let responses)? = try? ServerMessage(parsing: reply) {
      switch responses.first?.result {
      case .success(let json):
        guard let shared = try? SharedSessions(json: json) else { break }
        return SharedSessions(sessions: shared.sessions, connections: shared.connections - 1)
      case .failure(let failure): throw LocalSocketError(failure.message)
      case nil: break
      }
    }
    throw LocalSocketError("it does not speak this protocol.")
  }

  private static func readLine(from file: FileDescriptor) throws(LocalSocketError) -> String {
    var line: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while line.last != UInt8(ascii: "\n") {
      var count = 0
      do {
        count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
      } catch Errno.resourceTemporarilyUnavailable {
        throw LocalSocketError("it does not answer in time.")
      } catch {}
      guard count > 0 else { throw LocalSocketError("it has closed the connection.") }
      line += part[..<count]
    }
    return String(decoding: line, as: UTF8.self)
  }
}
