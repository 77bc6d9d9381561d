import TestSupport

/// Answers that are cut off, too long or sent before the request, and data that is not an answer.
extension Answer {
  private static let garbageLines: [(String, Bytes)] = [
    ("a JSON value alone", .user), ("HTTP/0.9", "<html>hello</html>"), ("SSH", ssh), ("SMTP", "220 mail ESMTP\r\n"),
    ("a TLS alert", "\(raw: 0x15, 3, 1, 0, 2, 2, 0x28)"), ("HTTP/2", "\(raw: 0, 0, 0, 4, 0, 0, 0, 0, 0)"),
    ("a request", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), ("a request with a body", "POST / HTTP/1.1\r\n\r\n\(.user)"),
    ("a head alone", "HTTP/1.1 200 OK"), ("a head without an end", "HTTP/1.1 200 OK\r\n\("X: 1\r\n" * 9)"),
    ("one byte", "x"), ("a NUL", "\0"), ("a line end", "\r\n"), ("line ends", "\r\n" * 500), ("spaces", " " * 500),
    ("NULs", "\0" * 5000), ("letters", "x" * 200_000), ("many versions", "HTTP/1.1 " * 5000),
  ]
  private static let ssh: Bytes = "SSH-2.0-OpenSSH_9.2\r\n"

  static func cuts() -> [Answer] {
    let complete = Bytes.complete
    let chunked = Bytes.completeChunks
    let head = complete.count(through: "\r\n\r\n")
    let chunkedHead = chunked.count(through: "\r\n\r\n")
    let cuts = Array(1..<head + 3) + [head + Bytes.user.count / 2, complete.count - 2, complete.count - 1]
    let chunkedCuts = Array(chunkedHead - 3..<chunkedHead + 20) + Array(chunked.count - 10..<chunked.count)
    return [
      Answer("nothing", "", .error), Answer("no length, cut off", Bytes.unbounded().dropLast(1), .error),
    ]
      + cuts.map { Answer("cut off at \($0)", complete.prefix($0), .error) }
      + chunkedCuts.map {
        // Without its last byte, the last chunk still shows that the body is complete.
        Answer("chunks cut off at \($0)", chunked.prefix($0), $0 == chunked.count - 1 ? .either : .error)
      }
  }

  static func timings() -> [Answer] {
    let forms: [(String, Bytes)] = [
      ("a length", .complete), ("chunks", .completeChunks), ("no length", .unbounded()),
    ]
    return forms.flatMap { name, data in
      [
        Answer("\(name), in many pieces", Reply(data: data, pieces: 40), .user),
        Answer("\(name), before the request", Reply(data: data, isEarly: true), .either),
        Answer(
          "\(name), with garbage after it", "\(data)\0garbage\r\n\r\n", name == "no length" ? .error : .either),
      ]
    } + [
      Answer(
        "a connection that stays open",
        Reply(data: .answer(connection: "Connection: keep-alive"), staysOpen: true), .user),
      Answer("no connection header", Reply(data: .answer(connection: "X: 1"), staysOpen: true), .user),
      Answer("an answer twice", "\(.complete)\(.complete)", .either),
      Answer("garbage before the request", Reply(data: ssh, isEarly: true), .error),
      Answer(
        "a status below 100 before the request", Reply(data: .answer(status: "099 X"), isEarly: true), .error),
    ]
  }

  static func informationals() -> [Answer] {
    let complete = Bytes.complete
    let halfHead = complete.prefix(complete.count(through: "\r\n\r\n") - 2)
    let webSocket = Bytes.informational(101, ["Connection: upgrade", "Upgrade: websocket"])
    let links = Bytes.informational(103, ["Link: </x>; rel=preload"])
    return ([100, 102, 103, 199] as [Int]).flatMap { status -> [Answer] in
      let head = Bytes.informational(status)
      return [
        Answer("\(status) before the answer", head + complete, .user),
        Answer(
          "\(status) with a body before the answer", .answer("x", status: "\(status) X") + complete, .either),
        Answer("\(status) and nothing else", head, .error),
        Answer("\(status) and half an answer", head + halfHead, .error),
      ]
    } + [
      Answer("000 before the answer", .informational(0) + complete, .error),
      Answer("099 before the answer", .informational(99) + complete, .error),
      Answer("099 after 100", .informational(100) + .answer(status: "099 X"), .error),
      Answer("101 before the answer", .informational(101) + complete, .error),
      Answer("101 to a WebSocket", "\(webSocket)\(raw: 0x81, 0)", .error),
      Answer("101 to a WebSocket that stays open", Reply(data: webSocket, staysOpen: true), .error),
      Answer("101 before the request", Reply(data: webSocket, isEarly: true, staysOpen: true), .error),
      Answer("103 with links before the answer", links + complete, .user),
      Answer(
        "three before the answer", .informational(100) + .informational(103) + .informational(102) + complete,
        .user),
      Answer("1000 before the answer", .informational(100) * 1000 + complete, .either),
      Answer("20000 before the answer", .informational(100) * 20_000 + complete, .error),
      Answer("1000 and nothing else", .informational(103) * 1000, .error),
      Answer("100 and garbage", .informational(100) + ssh, .error),
    ]
  }

  static func garbage() -> [Answer] {
    var random = SeededGenerator(seed: 2)
    return garbageLines.map { Answer("garbage: \($0)", $1, .error) }
      + [2, 10, 100, 1000, 10_000, 200_000].map {
        Answer("garbage: \($0) bytes", .random(count: $0, using: &random), .error)
      }
  }
}

extension Bytes {
  static func random(count: Int, using random: inout SeededGenerator) -> Bytes {
    Bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }
}
