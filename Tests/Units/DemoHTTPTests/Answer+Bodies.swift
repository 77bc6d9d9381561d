import Foundation

/// Answers whose body has an unusual transfer coding, content coding or content.
extension Answer {
  static func chunks() -> [Answer] {
    let size = Bytes.hexadecimal(Bytes.user.count)
    let unusualSizes: [(String, Bytes)] = [
      ("zeros before the size", "0000\(size)"), ("a long extension", "\(size);\("x" * 30_000)"),
      ("a space after the size", "\(size) "), ("letters in the size", "0\(size)"),
      ("a size that includes a line end", .hexadecimal(Bytes.user.count + 1)),
    ]
    let wrongSizes: [Bytes] = [
      "", "-1", "+5", "0x5", " 5", "zz", "5.0", "\0", "\(raw: 0xFF)", "0", "7fffffff", "ffffffff", "100000000",
      "7\("f" * 15)", "8\("0" * 15)", "f" * 16, "1\("0" * 16)", "f" * 3000,
      .hexadecimal(Bytes.user.count - 1), .hexadecimal(Bytes.user.count + 2),
    ]
    let incomplete: [(String, [Bytes])] = [
      ("no last one", [.chunk()]), ("none", []), ("the last one alone", [.lastChunk]),
      ("half of one", ["999\r\n\(.user)"]), ("no line end after the data", [.chunk(end: ""), .lastChunk]),
      ("half a size", [.chunk().prefix(1)]), ("half an end", [.chunk(), "0\r\n"]),
    ]
    let codings: [Bytes] = [
      "identity", "xchunked", "chunked, chunked", "gzip, chunked", "chunked, gzip", "gzip", "", "chunked\0",
      "chunked\r\nTransfer-Encoding: chunked", "\u{B}chunked", "CHUNKED",
    ]
    return [
      Answer("chunks", .completeChunks, .user),
      Answer(
        "chunks of one byte", .chunked(Bytes.user.values.map { .chunk(Bytes([$0])) } + [.lastChunk]), .user),
      Answer("chunks with trailers", .chunked([.chunk(), "0\r\nX-More: 1\r\n\r\n"]), .user),
      Answer("chunks with an extension", .chunked([.chunk(size: "\(size);a=b"), .lastChunk]), .user),
      Answer("chunks with bad trailers", .chunked([.chunk(), "0\r\n\0\0\r\n\r\n"]), .either),
    ]
      + unusualSizes.map { Answer("chunks with \($0)", .chunked([.chunk(size: $1), .lastChunk]), .either) }
      + wrongSizes.map { Answer("wrong chunk size \($0)", .chunked([.chunk(size: $0), .lastChunk]), .error) }
      + incomplete.map { Answer("chunks: \($0)", .chunked($1), .error) }
      + codings.flatMap { coding -> [Answer] in
        let header: Bytes = "Transfer-Encoding: \(coding)"
        return [
          Answer(
            "transfer coding \(coding) with chunks", .chunked([.chunk(), .lastChunk], header: header), .either),
          Answer("transfer coding \(coding) without chunks", .unbounded([header]), .either),
        ]
      }
  }

  static func codings() -> [Answer] {
    let names: [Bytes] = ["gzip", "deflate", "br", "x-unknown", "identity", "gzip, gzip", "", "\(raw: 0xFF)"]
    // The stream for Brotli has one part, which is not compressed.
    let compressed: [(Bytes, Bytes)] = [
      ("gzip", gzippedUser), ("deflate", deflatedUser), ("br", "\(raw: 0x8B, 0x02, 0x80)\(.user)\(raw: 0x03)"),
    ]
    return names.map {
      Answer("content coding \($0) of a plain body", .answer(.user, ["Content-Encoding: \($0)"]), .either)
    }
      + compressed.flatMap { coding, data -> [Answer] in
        let header: Bytes = "Content-Encoding: \(coding)"
        return [
          Answer("content coding \(coding)", .answer(data, [header]), .either),
          Answer("content coding \(coding), cut off", .answer(data.dropLast(12), [header]), .error),
          Answer("content coding \(coding) without its header", .answer(data), .error),
        ]
      }
  }

  private static let gzippedUser = base64(
    "H4sIAAAAAAACA6tWykxRslJQclTSUVDKS8xNBXFCi1OLFMAiaUWZqXkp"
      + "ni7FQOFoJSelWKBYZrFTfn52bmJRdipIa1piTnFqLQD3vbzUSAAAAA==")
  private static let deflatedUser = base64(
    "eJyrVspMUbJSUHJU0lFQykvMTQVxQotTixTAImlFmal5KZ4u"
      + "xUDhaCUnpVigWGaxU35+dm5iUXYqSGtaYk5xai0Ay/EVKA==")

  private static func base64(_ text: String) -> Bytes { Bytes(Data(base64Encoded: text) ?? Data()) }

  static func bodies() -> [Answer] {
    let user = Bytes.user
    func utf16(_ encoding: String.Encoding) -> Bytes {
      Bytes(String(decoding: user.values, as: UTF8.self).data(using: encoding) ?? Data())
    }
    let wrong: [(String, Bytes)] = [
      ("nothing", ""), ("a byte order mark alone", "\u{FEFF}"), ("UTF-16", utf16(.utf16)),
      ("UTF-32", utf16(.utf32)), ("garbage after the JSON", "\(user)x"), ("NUL after the JSON", "\(user)\0"),
      ("the JSON twice", "\(user)\(user)"), ("half the JSON", user.prefix(user.count / 2)),
      ("arrays in arrays", "[" * 100_000), ("objects in objects", #"{"a":"# * 100_000), ("HTML", "<html>"),
      ("single quotes", user.replacing("\"", with: "'")), ("an additional comma", "\(user.dropLast(1)),}"),
      ("spaces", " " * 1000), ("NULs", "\0" * 1000), ("a quote", "\""), ("null", "null"), ("true", "true"),
      ("a number", "1"), ("a text", #""A""#), ("an array", "[1]"), ("an object", "{}"),
      ("5 MB", "\(user)\(" " * (5 << 20))"),
    ]
    let wrongNames: [(String, Bytes)] = [
      ("invalid UTF-8", "\(raw: 0xFF)"), ("cut UTF-8", "\(raw: 0xE5, 0xA4)"),
      ("overlong UTF-8", "\(raw: 0xC0, 0xAF)"), ("a surrogate", "\(raw: 0xED, 0xA0, 0x80)"),
      ("beyond Unicode", "\(raw: 0xF4, 0x90, 0x80, 0x80)"), ("a NUL", "\0"), ("a line end", "\n"),
      ("a bad escape", #"\x"#), ("half an escape", #"\u12"#), ("the first half of a pair", #"\ud800"#),
      ("the last half of a pair", #"\udc00"#),
    ]
    let unusualNames: [(String, Bytes)] = [
      ("an escaped NUL", #"\u0000"#), ("a pair", #"\ud83d\ude00"#), ("100 KB", "x" * 100_000),
      ("a noncharacter", #"\uffff"#),
    ]
    let wrongValues: [Bytes] = ["null", "7", "[[]]", "{}", "true", "1.5", "1\("0" * 30)"]
    let members: [(String, Bytes)] = [
      ("400 digits", "9" * 400), ("1e400", "1e400"), ("-1e-400", "-1e-400"), ("NaN", "NaN"),
      ("nesting", "\("[" * 200)\("]" * 200)"), ("deep nesting", "\("[" * 10_000)\("]" * 10_000)"), ("-0", "-0"),
      ("2 to the power of 64", "18446744073709551616"), ("01", "01"), ("a comment", "1 /* */"),
      ("another member twice", #"1, "x": "A", "x": "A""#),
    ]
    let types: [Bytes] = [
      "application/json; charset=utf-16", "text/html", "", "\0", "x" * 1000, "multipart/form-data",
      "text/event-stream",
    ]
    func named(_ name: Bytes) -> Bytes { .answer(user.replacing("User A", with: name)) }
    return [
      Answer("a member twice, once wrong", .answer(#"\#(user.dropLast(1)), "id": 7}"#), .error),
      Answer("a byte order mark", .answer("\u{FEFF}\(user)"), .either),
    ]
      + wrong.map { Answer("body: \($0)", .answer($1), .error) }
      + wrongNames.map { Answer("name: \($0)", named($1), .error) }
      + unusualNames.map { Answer("name: \($0)", named($1), .either) }
      + wrongValues.map {
        let members = #"{"id": \#($0), "name": \#($0), "friendIDs": \#($0), "isBookmarked": \#($0)}"# as Bytes
        return Answer("each member: \($0)", .answer(members), .error)
      }
      + members.map { Answer("one more member: \($0)", .answer(#"\#(user.dropLast(1)), "more": \#($1)}"#), .either) }
      + types.map { Answer("content type \($0)", .answer(user, ["Content-Type: \($0)"]), .either) }
  }
}
