import StateProtocol

/// Checks the frame decoder: the frames and the error of a stream do not depend on how it is split.
///
/// The first byte of an input chooses the framing and the size limit, the second one the way to split the rest.
public enum FramingCheck {
  private enum Found: Equatable {
    case message([UInt8])
    case tooLarge
    case failure(FramingError)
  }

  /// Checks one input; returns whether the fuzzer keeps it.
  public static func run(_ bytes: UnsafeRawBufferPointer) throws(Finding) -> Bool {
    guard bytes.count >= 2 else { return false }
    try check(Array(bytes.dropFirst(2)), options: bytes[0], seed: bytes[1])
    return true
  }

  private static func check(_ stream: [UInt8], options: UInt8, seed: UInt8) throws(Finding) {
    let forced: Framing? = [nil, .ndjson, .contentLength, nil][Int(options & 3)]
    let maximumSize = [8, 32, 256, 64 << 20][Int(options >> 2 & 3)]
    let decoder = FrameDecoder(framing: forced, maximumSize: maximumSize)
    let cutter = FrameDecoder(framing: forced, maximumSize: maximumSize, pieceSize: Int(seed) + 1)

    let (whole, framing) = decode(stream, with: decoder) { $0 }
    try require(decode(stream, with: decoder) { _ in 1 }.found == whole, "byte by byte, the frames differ")
    let pieces = decode(stream, with: cutter) { _ in Int(seed) % 5 + 1 }
    try require(pieces.found == whole, "in pieces, the frames differ")
    var state = UInt32(seed) + 1
    let split = decode(stream, with: decoder) { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 24) % 13 + 1
    }
    try require(split.found == whole, "split, the frames differ")

    for case .message(let message) in whole {
      try require(message.count <= maximumSize, "a message exceeds the size limit")
    }
    if framing == .ndjson {
      try require(whole == lines(of: stream, maximumSize, isForced: forced != nil), "the lines differ")
    }
    if let framing { try checkRoundTrip(whole, framing) }
  }

  private static func decode(
    _ stream: [UInt8], with decoder: FrameDecoder, size: (Int) -> Int
  ) -> (found: [Found], framing: Framing?) {
    var decoder = decoder
    var found: [Found] = []
    func append(_ event: FrameDecoder.Event) {
      switch event {
      case .message(let bytes): found.append(.message(Array(bytes)))
      case .largeMessage(let pieces): found.append(.message(Array(pieces.joined())))
      case .tooLarge: found.append(.tooLarge)
      }
    }
    do {
      var rest = stream[...]
      while !rest.isEmpty {
        let count = min(rest.count, size(rest.count))
        decoder.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let event = try decoder.next() { append(event) }
      }
      if let event = try decoder.finish() { append(event) }
    } catch {
      found.append(.failure(error))
    }
    return (found, decoder.framing)
  }

  /// The messages of newline-delimited JSON, by a simple implementation.
  private static func lines(of stream: [UInt8], _ maximumSize: Int, isForced: Bool) -> [Found] {
    let white = Array(" \t\r\n".utf8)
    let stream = isForced ? stream[...] : stream.drop { white.contains($0) }
    let lines = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.compactMap { line in
      if line.count > maximumSize { return .tooLarge }
      return line.allSatisfy(white.contains) ? nil : .message(Array(line))
    }
  }

  /// Checks that frames that are written are read unchanged.
  private static func checkRoundTrip(_ found: [Found], _ framing: Framing) throws(Finding) {
    let messages = found.filter { if case .message = $0 { true } else { false } }
    var stream: [UInt8] = []
    for case .message(let message) in messages { framing.append(message, to: &stream) }
    let again = decode(stream, with: FrameDecoder(framing: framing)) { $0 }.found
    try require(again == messages, "frames that were written are read differently")
  }
}
