import TestSupport

/// A service on 127.0.0.1 that sends the same reply to each request, except to those for the targets of its redirects.
struct AnswerService {
  private let server: LoopbackServer

  var baseURL: String { "http://127.0.0.1:\(server.port)" }

  init(_ reply: Reply) throws {
    server = try LoopbackServer { connection in
      if reply.isEarly { AnswerService.write(reply, to: connection) }
      var isOpen = true
      while isOpen, let path = AnswerService.readRequest(from: connection) {
        if !reply.isEarly { AnswerService.write(AnswerService.reply(to: path) ?? reply, to: connection) }
        isOpen = reply.staysOpen
      }
      // The client closes the connection: if the service did, unread input would discard the reply.
      LoopbackSocket.endOutput(connection)
      while LoopbackSocket.read(connection) != nil {}
    }
  }

  /// Reads a request, and returns its path. Data that is not a request, such as a TLS handshake, has no path.
  private static func readRequest(from connection: Int32) -> [UInt8]? {
    var data = Bytes([])
    while data.count(through: "\r\n\r\n") == 0 {
      guard let part = LoopbackSocket.read(connection) else { return nil }
      data.values += part
      guard data.values[0] >= UInt8(ascii: "A"), data.values[0] <= UInt8(ascii: "Z") else { return [] }
    }
    let head = data.count(through: "\r\n\r\n")
    let size = String(decoding: data.values[..<head], as: UTF8.self).firstMatch(of: /Content-Length: ([0-9]+)/)
    while data.count < head + (size.flatMap { Int($0.1) } ?? 0) {
      guard let part = LoopbackSocket.read(connection) else { return nil }
      data.values += part
    }
    return Array(data.values.split(separator: UInt8(ascii: " "))[1].prefix { $0 != UInt8(ascii: "?") })
  }

  /// The user at `/good`, the user after N redirects at `/chain/N`, and nil at any other path.
  private static func reply(to path: [UInt8]) -> Reply? {
    let parts = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    if parts.last == "good" { return Reply(data: .complete) }
    guard parts.count == 2, parts[0] == "chain", let steps = Int(parts[1]) else { return nil }
    return Reply(data: steps == 0 ? .complete : .redirect("/chain/\(steps - 1)", 307))
  }

  private static func write(_ reply: Reply, to connection: Int32) {
    for part in reply.writes(port: LoopbackSocket.port(of: connection)) {
      guard LoopbackSocket.write(part.values, to: connection) else { return }
    }
  }
}
