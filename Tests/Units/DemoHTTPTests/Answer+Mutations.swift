import TestSupport

/// Answers with random changes, so that either outcome is right.
extension Answer {
  /// Bytes with a meaning in HTTP or JSON.
  private static let tokens: [Bytes] = [
    "", "\r\n", "\n", "\r", "\0", " ", ":", "0", "1", "-", "9" * 20, "\(raw: 0xFF)", "\(raw: 0xE5)", "\"", "{", "[",
    "]", "}", ",", ";", "HTTP/1.1 ", "100", "chunked", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n",
  ]

  static func mutations(of answers: [Answer]) -> [Answer] {
    var random = SeededGenerator(seed: 3)
    return (0..<150).map { number in
      let data = drawn(answers, using: &random).reply.data
      let pieces = drawn([1, 1, 3], using: &random)
      return Answer("mutation \(number)", Reply(data: mutated(data, using: &random), pieces: pieces), .either)
    }
  }

  private static func mutated(_ data: Bytes, using random: inout SeededGenerator) -> Bytes {
    var values = data.values
    for _ in 0..<drawn([1, 1, 1, 2, 3, 8], using: &random) {
      let start = Int.random(in: 0...values.count, using: &random)
      let end = min(values.count, start + drawn([0, 0, 1, 1, 2, 5, 50], using: &random))
      let part =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: drawn(tokens, using: &random)
        case 1: Bytes.random(count: drawn([1, 1, 4], using: &random), using: &random)
        default: Bytes(values[start..<end]) * 2
        }
      values.replaceSubrange(start..<end, with: part.values)
    }
    return Bytes(values)
  }

  private static func drawn<Element>(_ list: [Element], using random: inout SeededGenerator) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }
}
