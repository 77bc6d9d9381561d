import JSON
import JSONRPC
import LocalSocket
import StateProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server as `list` shows it.
@JSONCodable
struct ListedServer {
  let name: String
  /// The path of its socket.
  let path: String
  let pid: Int
  let since: Date
  /// How many connections it has; nil if it does not say so in time.
  let connections: Int?
  /// The names of its shared sessions; nil if it does not say so in time.
  let sessions: [String]?

  /// Asks a server what it has.
  init(_ server: RunningServer) {
    let shared = ListedServer.ask(server.address)
    name = server.name
    path = server.address.socketPath
    pid = Int(server.process)
    since = Date(timeIntervalSince1970: Double(server.since))
    // The one that asks is not counted.
    connections = shared.map { $0.connections - 1 }
    sessions = shared?.sessions.map(\.session.string)
  }

  /// The cells of a table.
  var cells: [String] {
    var writer = JSONWriter()
    since.encode(to: &writer)
    let since = writer.description.replacing("\"", with: "")
    return [name, String(pid), since] + [connections, sessions?.count].map { $0.map(String.init) ?? "-" }
  }

  private static func ask(_ address: ServerAddress) -> SharedSessions? {
    // A server that is ending, or belongs to somebody else, has nothing to say.
    guard let descriptor = try? ServerConnection.open(address, patience: .seconds(1)) else { return nil }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var writer = JSONWriter()
    writer.request(SessionList.method, id: .integer(1), params: SessionList())
    var reply: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let request = writer.bytes + [UInt8(ascii: "\n")]
    guard request.withUnsafeBytes({ BlockingStream.writeAll($0, to: descriptor) }) == nil else { return nil }
    do {
      while reply.last != UInt8(ascii: "\n") {
        let count = read(descriptor, &part, part.count)
        guard count > 0 else { return nil }
        reply += part[..<count]
      }
      guard case .responses(let responses) = try ServerMessage(parsing: String(decoding: reply, as: UTF8.self)),
        case .success(let result)? = responses.first?.result
      else { return nil }
      return try SharedSessions(json: result)
    } catch {
      // Not in time, or no server of this protocol: it is listed all the same.
      return nil
    }
  }
}
