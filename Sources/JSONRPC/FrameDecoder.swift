import JSON

/// Finds the frames in a stream of bytes, however the bytes are split.
///
/// The framing is told by the first byte that is not white space: a letter begins `Content-Length`
/// headers, anything else is newline-delimited JSON. Append what was read, then ask for ``next()``
/// until it has no more.
public struct FrameDecoder: Sendable {
  /// What was found in the stream.
  public enum Event: Equatable, Sendable {
    /// The bytes of one message.
    case message(ArraySlice<UInt8>)
    /// The bytes of one large message, in the pieces in which they were kept.
    case largeMessage([ArraySlice<UInt8>])
    /// A message beyond the size limit, whose bytes were dropped.
    case tooLarge
  }

  /// The framing of the stream, once it is known.
  public private(set) var framing: Framing?

  private let maximumSize: Int
  private let pieceSize: Int
  private var buffer: [UInt8] = []
  private var position = 0
  /// The beginning of a large message, which is kept apart: the buffer stays small, and nothing large is ever copied.
  private var beginning = Beginning()
  /// The bytes that follow the pieces in a large message whose length is known.
  private var missing: Int?
  /// Up to where a line's end was looked for in vain.
  private var searched = 0
  /// What is still to come of a message that is too large: bytes, or all up to the next newline.
  private var skipping: Skip?

  private struct Beginning: Sendable {
    var pieces: [ArraySlice<UInt8>] = []
    /// The bytes of all pieces.
    var count = 0
    /// Whether all of them are white space.
    var isBlank = true
  }

  private enum Skip: Sendable {
    case line
    case bytes(Int)
  }

  /// A decoder for one stream.
  ///
  /// - Parameters:
  ///   - framing: The framing of the stream; nil to find it out.
  ///   - maximumSize: The limit to a message, in bytes.
  ///   - pieceSize: The bytes of an unfinished message that become a piece of a large one.
  public init(framing: Framing? = nil, maximumSize: Int = 64 << 20, pieceSize: Int = 1 << 16) {
    self.framing = framing
    self.maximumSize = maximumSize
    self.pieceSize = pieceSize
  }

  /// Whether nothing is left of what was appended, but for pieces of a message whose end has not come.
  public var isEmpty: Bool { position == buffer.count }

  /// Takes the bytes that were read.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if position == buffer.count {
      discardConsumed()
    } else if position > 1 << 16, position > buffer.count / 2 {
      discardConsumed()
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next event, or nil until more bytes are appended.
  public mutating func next() throws(FramingError) -> Event? {
    guard skip() else { return nil }
    if framing == nil {
      skipWhiteSpace()
      guard position < buffer.count else { return nil }
      framing = buffer[position].isLetter ? .contentLength : .ndjson
    }
    return framing == .contentLength ? try nextByLength() : nextLine()
  }

  /// The last event of a stream that has ended; a line needs no newline then.
  public mutating func finish() throws(FramingError) -> Event? {
    let rest = buffer[position...]
    guard skipping == nil, missing != nil || !isBlankLine(endingWith: rest) else { return nil }
    guard framing == .ndjson else { throw .truncated }
    position = buffer.count
    return event(endingWith: rest)
  }

  /// The message that ends with these bytes.
  private mutating func event(endingWith bytes: ArraySlice<UInt8>) -> Event {
    guard !beginning.pieces.isEmpty else { return .message(bytes) }
    defer { beginning = Beginning() }
    return .largeMessage(beginning.pieces + [bytes])
  }

  /// Makes a piece of what has come of a message, if that is much; returns the bytes of it.
  @discardableResult
  private mutating func cutPiece() -> Int {
    let piece = buffer[position...]
    guard piece.count >= pieceSize else { return 0 }
    beginning.isBlank = isBlankLine(endingWith: piece)
    beginning.pieces.append(piece)
    beginning.count += piece.count
    (buffer, position, searched) = ([], 0, 0)
    return piece.count
  }

  private func isBlankLine(endingWith bytes: ArraySlice<UInt8>) -> Bool {
    beginning.isBlank && bytes.allSatisfy { $0.isWhiteSpace }
  }

  private mutating func discardConsumed() {
    buffer.removeSubrange(..<position)
    searched = max(0, searched - position)
    position = 0
  }

  private func firstNewline(from start: Int) -> Int? {
    buffer.withUnsafeBytes { $0.offset(of: UInt8(ascii: "\n"), from: start) }
  }

  private mutating func skipWhiteSpace() {
    while position < buffer.count, buffer[position].isWhiteSpace { position += 1 }
  }
}

// MARK: - Newline-delimited JSON

extension FrameDecoder {
  private mutating func nextLine() -> Event? {
    while let end = endOfLine() {
      let line = buffer[position..<end]
      position = end + 1
      let isTooLarge = beginning.count + line.count > maximumSize
      if !isTooLarge, !isBlankLine(endingWith: line) { return event(endingWith: line) }
      beginning = Beginning()
      if isTooLarge { return .tooLarge }
    }
    guard beginning.count + buffer.count - position > maximumSize else {
      cutPiece()
      return nil
    }
    beginning = Beginning()
    position = buffer.count
    skipping = .line
    return .tooLarge
  }

  private mutating func endOfLine() -> Int? {
    let start = max(position, searched)
    guard let end = firstNewline(from: start) else {
      searched = buffer.count
      return nil
    }
    searched = end + 1
    return end
  }
}

// MARK: - Content-Length

extension FrameDecoder {
  private static let maximumHeaderSize = 8192

  private mutating func nextByLength() throws(FramingError) -> Event? {
    if let missing { return nextLarge(missing) }
    skipWhiteSpace()
    guard let (length, start) = try header() else { return nil }
    guard length <= maximumSize else {
      position = start
      skipping = .bytes(length)
      _ = skip()
      return .tooLarge
    }
    guard buffer.count - start < length else {
      position = start + length
      return .message(buffer[start..<position])
    }
    // Until much of it has come, the header is read again with what follows.
    guard buffer.count - start >= pieceSize else { return nil }
    position = start
    return nextLarge(length)
  }

  /// The large message of which so many bytes are not in pieces yet.
  private mutating func nextLarge(_ missing: Int) -> Event? {
    guard buffer.count - position < missing else {
      let start = position
      position += missing
      self.missing = nil
      return event(endingWith: buffer[start..<position])
    }
    self.missing = missing - cutPiece()
    return nil
  }

  /// The length that the headers tell and where the message starts, or nil if they are not all here.
  private func header() throws(FramingError) -> (length: Int, start: Int)? {
    var length: Int?
    var lineStart = position
    while let end = firstNewline(from: lineStart) {
      let line =
        buffer[lineStart..<end].last == UInt8(ascii: "\r") ? buffer[lineStart..<end - 1] : buffer[lineStart..<end]
      lineStart = end + 1
      guard lineStart - position <= FrameDecoder.maximumHeaderSize else { throw .brokenHeader }
      if line.isEmpty {
        guard let length else { throw .brokenHeader }
        return (length, lineStart)
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .brokenHeader }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      guard name.lowercased() == "content-length" else { continue }
      let words = line[(colon + 1)...].split(whereSeparator: \.isWhiteSpace)
      guard length == nil, words.count == 1, let value = Int(String(decoding: words[0], as: UTF8.self)), value >= 0
      else { throw .brokenHeader }
      length = value
    }
    guard buffer.count - position <= FrameDecoder.maximumHeaderSize else { throw .brokenHeader }
    return nil
  }

  /// Drops what is left of a message that is too large; false until its end was reached.
  private mutating func skip() -> Bool {
    switch skipping {
    case nil: return true
    case .bytes(let count):
      let dropped = min(count, buffer.count - position)
      position += dropped
      skipping = dropped < count ? .bytes(count - dropped) : nil
    case .line:
      let end = endOfLine()
      position = end.map { $0 + 1 } ?? buffer.count
      skipping = end == nil ? .line : nil
    }
    return skipping == nil
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\t")
  }

  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
