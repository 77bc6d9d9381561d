import TestSupport

/// Answers with an unusual status, version, length or other header.
extension Answer {
  static func statuses() -> [Answer] {
    let known = [
      200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 399, 400, 401,
      402, 403, 404, 405, 407, 408, 410, 418, 421, 422, 425, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505,
      511, 599, 600, 700, 899, 900, 998, 999,
    ]
    var random = SeededGenerator(seed: 1)
    let drawn = (0..<60).map { _ in Int.random(in: 206..<1000, using: &random) }
    let numbers = Set(Array(0..<200) + known + drawn).sorted().map { status in
      let outcome: Outcome = 200..<204 ~= status ? .user : 205..<300 ~= status ? .either : .error
      return Answer("status \(status)", .answer(status: "\(.digits(status)) X"), outcome)
    }
    let invalid: [Bytes] = [
      "", "0", "2", "20", "2000", "00200", "200000", "9" * 30, "+200", "-200", "-1", "2e2", "0x200", "2 0 0", "2OO",
      "200x", "two hundred", "２００", "\(raw: 0xFF, 0xFE)", "\0", "200\0",
    ]
    let lines: [Bytes] = [
      "200", "200 ", " 200 OK", "200\tOK", "200  OK", "200 \(raw: 0xFF, 0xFE)", "200 \("x" * 10_000)",
    ]
    return numbers + invalid.map { Answer("invalid status \($0)", .answer(status: "\($0) OK"), .error) }
      + lines.map { Answer("status line \($0)", .answer(status: $0), .either) }
      + ([204, 304] as [Int]).flatMap { status in
        [
          Answer("\(status) with a body of no length", .answer(status: "\(status) OK", hasLength: false), .error),
          Answer("\(status) with chunks", .completeChunks.replacing("200", with: "\(status)"), .error),
        ]
      }
  }

  static func versions() -> [Answer] {
    let invalid: [Bytes] = [
      "", "HTTP", "HTTP/", "HTTP/1", "HTTP/1.", "HTTP/.1", "HTTP/11", "HTTP/1,1", "HTTP/-1.1", "HTTP/x.y",
      "HTTPS/1.1", "ICY", "XTTP/1.1", "HTTP /1.1", "\0HTTP/1.1", "HTTP/1.1\0", "HTTP/1\("1" * 999)",
    ]
    let others: [Bytes] = [
      "HTTP/0.9", "HTTP/1.2", "HTTP/2", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9", "HTTP/1.10", "http/1.1",
      "\r\nHTTP/1.1", "\("\r\n" * 1000)HTTP/1.1", " HTTP/1.1",
    ]
    return [Answer("version HTTP/1.0", .answer(version: "HTTP/1.0"), .user)]
      + invalid.map { Answer("invalid version \($0)", .answer(version: $0), .error) }
      + others.map { Answer("version \($0)", .answer(version: $0), .either) }
  }

  static func lengths() -> [Answer] {
    let size = Bytes.userSize
    let powers: [Bytes] = [
      "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
      "18446744073709551615", "18446744073709551616",
    ]
    let wrong: [Bytes] =
      [
        "-1", "-\(size)", "x", "", "0", "1", "0x10", "1e3", "\(size).0", "\(size)x", "\(size) 7",
        "\(Bytes.user.count - 1)", "\(Bytes.user.count + 1)", "\(Bytes.user.count + 1000)", "9" * 30, "9" * 3000,
        "１", "\0",
      ] + powers
    let unusual: [Bytes] = [
      "+\(size)", "\(size) ", " \t\(size)", "0000\(size)", "\(size),\(size)", "\(size), \(size)",
    ]
    let same: Bytes = "Content-Length: \(size)"
    let both: Bytes = "Content-Length: 5\r\nTransfer-Encoding: chunked"
    return [
      Answer("no length", .unbounded(), .user),
      Answer("the same length twice", .answer(.user, [same]), .either),
      Answer("the same length twenty times", .answer(.user, Array(repeating: same, count: 19)), .either),
      Answer("a length and chunks", .chunked([.chunk(), .lastChunk], header: both), .either),
      Answer("a length and no chunks", .answer(.user, ["Transfer-Encoding: chunked"]), .error),
    ]
      + wrong.map { Answer("wrong length \($0)", .unbounded(["Content-Length: \($0)"]), .error) }
      + unusual.map { Answer("length \($0)", .unbounded(["Content-Length: \($0)"]), .either) }
      + (["0", "5", "9999", "-1", "x"] as [Bytes]).flatMap { other -> [Answer] in
        let line: Bytes = "Content-Length: \(other)"
        return [
          Answer("length \(other) before the right one", .answer(.user, [line]), .error),
          Answer("length \(other) after the right one", .unbounded([same, line]), .error),
        ]
      }
  }

  static func headers() -> [Answer] {
    func numbered(_ count: Int) -> [Bytes] { (0..<count).map { "X-\($0): 1" } }
    let unusual: [(String, [Bytes])] = [
      ("2000", numbered(2000)), ("one of 100 KB", ["X: \("x" * 100_000)"]),
      ("a name of 100 KB", ["\("x" * 100_000): 1"]),
      ("no colon", ["X"]), ("no name", [": 1"]), ("a space before the colon", ["X : 1"]),
      ("a space before the name", [" X: 1"]), ("a folded one", ["X: 1\r\n 2\r\n\t3"]), ("a NUL", ["X: \0"]),
      ("a NUL in the name", ["X\0: 1"]), ("a CR", ["X: 1\r2"]), ("Latin-1", ["X: \(raw: 0xE9)"]),
      ("UTF-8", ["X: 太"]), ("a name that is not ASCII", ["\(raw: 0xFF): 1"]),
      ("an unusual connection", ["Connection: \(raw: 0xFF), , x"]),
      ("two connections", ["Connection: keep-alive", "Keep-Alive: timeout=-1"]),
      ("an upgrade", ["Connection: upgrade", "Upgrade: h2c"]), ("a range", ["Content-Range: bytes 9-1/-5"]),
      ("a date", ["Date: never"]), ("a location", ["Location: /nowhere"]),
      ("cookies", Array(repeating: "Set-Cookie: a=b", count: 50)),
    ]
    let numbers: [Bytes] = [
      "", "-1", "0", "+1", "1.5", "nan", "1e400", "x", "9" * 30, "-\("9" * 30)", "2147483648", "4294967295",
      "9223372036854775807", "9223372036854775808", "18446744073709551616", "60, 60", "１", "\(raw: 0xFF)",
      "Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 32 Foo -001 99:99:99",
    ]
    return [
      Answer("headers: 100", .answer(.user, numbered(100)), .user),
      Answer("headers: one of 8 KB", .answer(.user, ["X: \("x" * 8000)"]), .user),
      Answer("headers: an empty one", .answer(.user, ["X:", "X: \t "]), .user),
      // libcurl itself refuses more.
      Answer("headers: 15000", .answer(.user, numbered(15_000)), .error),
      Answer("headers: 50000", .answer(.user, numbered(50_000)), .error),
      Answer("headers: one of 2 MB", .answer(.user, ["X: \("x" * 2_000_000)"]), .error),
      Answer("lines that end in LF", .answer(lineEnd: "\n"), .either),
      Answer("lines that end in CR", .answer(lineEnd: "\r"), .error),
    ]
      + unusual.map { Answer("headers: \($0)", .answer(.user, $1), .either) }
      + numbers.flatMap { number in
        [(200, Outcome.user), (429, .error)].flatMap { (status: Int, outcome) -> [Answer] in
          let reset: [Bytes] = ["x-ratelimit-remaining: 0", "x-ratelimit-reset: \(number)"]
          return [
            Answer(
              "\(status) with Retry-After \(number)",
              .answer(.user, ["Retry-After: \(number)"], status: "\(status) X"), outcome),
            Answer("\(status) with a reset at \(number)", .answer(.user, reset, status: "\(status) X"), outcome),
          ]
        }
      }
  }
}
