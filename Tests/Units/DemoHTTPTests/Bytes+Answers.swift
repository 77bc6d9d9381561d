/// The parts of answers.
extension Bytes {
  /// The JSON of the user that every request asks for.
  static let user: Bytes = #"{"id": "A", "name": "User A", "friendIDs": ["B"], "isBookmarked": false}"#
  static let userSize: Bytes = "\(user.count)"
  static let lastChunk: Bytes = "0\r\n\r\n"
  /// Without this header, the client may send another request on a connection that the service closes.
  static let closing: Bytes = "Connection: close"
  static let complete = answer()
  static let completeChunks = chunked([chunk(user.prefix(9)), chunk(Bytes(user.values.dropFirst(9))), lastChunk])

  /// An answer of these parts.
  static func answer(
    _ body: Bytes = user, _ headers: [Bytes] = [], status: Bytes = "200 OK", version: Bytes = "HTTP/1.1",
    connection: Bytes = closing, lineEnd: Bytes = "\r\n", hasLength: Bool = true
  ) -> Bytes {
    let length: [Bytes] = hasLength ? ["Content-Length: \(body.count)"] : []
    return (["\(version) \(status)", connection] + headers + length + ["", body]).joined(separator: lineEnd)
  }

  /// An answer without a length, whose body ends with the connection.
  static func unbounded(_ headers: [Bytes] = [], body: Bytes = user) -> Bytes {
    answer(body, headers, hasLength: false)
  }

  static func chunked(_ chunks: [Bytes], header: Bytes = "Transfer-Encoding: chunked") -> Bytes {
    unbounded([header], body: chunks.joined())
  }

  static func chunk(_ data: Bytes = user, size: Bytes? = nil, end: Bytes = "\r\n") -> Bytes {
    "\(size ?? hexadecimal(data.count))\r\n\(data)\(end)"
  }

  static func hexadecimal(_ number: Int) -> Bytes { Bytes(String(number, radix: 16).utf8) }

  /// An answer with the three digits of a status and no body.
  static func informational(_ status: Int, _ headers: [Bytes] = []) -> Bytes {
    (["HTTP/1.1 \(digits(status)) X"] + headers + ["", ""]).joined(separator: "\r\n")
  }

  static func digits(_ status: Int) -> Bytes { Bytes(String(1000 + status).utf8.dropFirst()) }

  static func redirect(
    _ location: Bytes?, _ status: Int = 302, _ headers: [Bytes] = [], body: Bytes = "", hasLength: Bool = true
  ) -> Bytes {
    answer(
      body, (location.map { ["Location: \($0)"] } ?? []) + headers, status: "\(status) X", hasLength: hasLength)
  }
}
