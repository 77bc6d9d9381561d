import JSON

/// The way in which messages are separated in a stream of bytes.
public enum Framing: String, Hashable, Sendable, CaseIterable {
  /// Newline-delimited JSON: one message in each line.
  case ndjson
  /// A `Content-Length` header before each message, as in LSP.
  case contentLength = "content-length"

  /// Appends a frame that contains `text` to `stream`. To avoid a copy, the two arrays may exchange their memory if
  /// `stream` is empty.
  package func append(taking text: inout [UInt8], to stream: inout [UInt8]) {
    guard self == .ndjson, stream.isEmpty else { return append(text, to: &stream) }
    swap(&text, &stream)
    stream.append(UInt8(ascii: "\n"))
  }

  /// Appends a frame that contains `text` to `stream`.
  package func append(_ text: [UInt8], to stream: inout [UInt8]) {
    if self == .contentLength { stream.append(contentsOf: "Content-Length: \(text.count)\r\n\r\n".utf8) }
    // A buffer pointer avoids the retain and the release of an array.
    text.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
    if self == .ndjson { stream.append(UInt8(ascii: "\n")) }
  }
}

/// An error after which no further frame of a stream can be decoded.
package enum FramingError: Error, Hashable, Sendable {
  /// A line that is not a header, or headers without a valid `Content-Length`.
  case brokenHeader
  /// The stream ended inside a frame.
  case truncated
}

/// A decoder for the frames in a stream of bytes. The stream may arrive in pieces of any size.
///
/// The first byte that is not white space determines the framing: a letter begins a `Content-Length` header, and any
/// other byte begins newline-delimited JSON. Append the bytes that were read, then call ``next()`` until it returns
/// nil.
package struct FrameDecoder: Sendable {
  /// A decoded frame.
  package enum Event: Equatable, Sendable {
    /// The bytes of one message.
    case message(ArraySlice<UInt8>)
    /// The bytes of one large message, in pieces.
    case largeMessage([ArraySlice<UInt8>])
    /// A message that exceeds the size limit and was discarded.
    case tooLarge
  }

  /// The framing of the stream. Nil until it is known.
  package private(set) var framing: Framing?

  private let maximumSize: Int
  private let pieceSize: Int
  private var buffer: [UInt8] = []
  private var position = 0
  /// The beginning of a large message. It is kept outside of the buffer, so that the buffer stays small and large
  /// messages are not copied.
  private var beginning = Beginning()
  /// If an unfinished large message has a known length, this is the number of its bytes that come after the pieces.
  /// Otherwise nil.
  private var missing: Int?
  /// The position at which the search for the next newline continues.
  private var searched = 0
  /// The rest of a message that is too large, which must be skipped. It is either a number of bytes, or all bytes up to
  /// the next newline. Nil if nothing must be skipped.
  private var skipping: Skip?

  private struct Beginning: Sendable {
    var pieces: [ArraySlice<UInt8>] = []
    /// The number of bytes in all pieces.
    var count = 0
    /// Whether all pieces contain only white space.
    var isBlank = true
  }

  private enum Skip: Sendable {
    case line
    case bytes(Int)
  }

  /// Creates a decoder for one stream.
  ///
  /// - Parameters:
  ///   - framing: The framing of the stream, or nil to detect it.
  ///   - maximumSize: The maximum size of a message, in bytes.
  ///   - pieceSize: The beginning of an unfinished message is moved from the buffer to a piece when it has at least
  ///     this number of bytes.
  package init(framing: Framing? = nil, maximumSize: Int = 64 << 20, pieceSize: Int = 1 << 16) {
    self.framing = framing
    self.maximumSize = maximumSize
    self.pieceSize = pieceSize
  }

  /// Whether all appended bytes have been decoded or belong to the pieces of an unfinished message.
  package var isEmpty: Bool { position == buffer.count }

  /// Appends bytes of the stream.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if position == buffer.count {
      discardConsumed()
    } else if position > 1 << 16, position > buffer.count / 2 {
      discardConsumed()
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next event, or nil if the decoder needs more bytes.
  package mutating func next() throws(FramingError) -> Event? {
    guard skip() else { return nil }
    if framing == nil {
      skipWhiteSpace()
      guard position < buffer.count else { return nil }
      framing = buffer[position].isLetter ? .contentLength : .ndjson
    }
    return framing == .contentLength ? try nextByLength() : nextLine()
  }

  /// Returns the last event of a stream that has ended, or nil if there is none. The last line does not need a newline.
  package mutating func finish() throws(FramingError) -> Event? {
    let rest = buffer[position...]
    guard skipping == nil, missing != nil || !isBlankLine(endingWith: rest) else { return nil }
    guard framing == .ndjson else { throw .truncated }
    position = buffer.count
    return event(endingWith: rest)
  }

  /// Returns the message that ends with these bytes.
  private mutating func event(endingWith bytes: ArraySlice<UInt8>) -> Event {
    guard !beginning.pieces.isEmpty else { return .message(bytes) }
    defer { beginning = Beginning() }
    return .largeMessage(beginning.pieces + [bytes])
  }

  /// Moves the beginning of a message from the buffer to a piece, if this beginning is large enough.
  ///
  /// - Returns: The number of moved bytes.
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
    // A small beginning of a message stays in the buffer. The header is then read again after the next append.
    guard buffer.count - start >= pieceSize else { return nil }
    position = start
    return nextLarge(length)
  }

  /// If all missing bytes of the large message are in the buffer, returns the message. Otherwise returns nil.
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

  /// Returns the length in the headers and the start of the message, or nil if the headers are incomplete.
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
      guard length == nil, words.count == 1, let value = Int(digits: String(decoding: words[0], as: UTF8.self)) else {
        throw .brokenHeader
      }
      length = value
    }
    guard buffer.count - position <= FrameDecoder.maximumHeaderSize else { throw .brokenHeader }
    return nil
  }

  /// Discards the rest of a message that is too large.
  ///
  /// - Returns: Whether the end of that message has been reached.
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
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
