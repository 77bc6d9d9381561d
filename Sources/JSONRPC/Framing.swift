/// How messages are told apart in a stream of bytes.
public enum Framing: String, Hashable, Sendable, CaseIterable {
  /// Newline-delimited JSON: one message a line.
  case ndjson
  /// A `Content-Length` header before each message, as in LSP.
  case contentLength = "content-length"

  /// Appends one frame that holds `text`. An empty stream may take over its memory, and leaves its own in `text`.
  package func append(taking text: inout [UInt8], to stream: inout [UInt8]) {
    guard self == .ndjson, stream.isEmpty else { return append(text, to: &stream) }
    swap(&text, &stream)
    stream.append(UInt8(ascii: "\n"))
  }

  /// Appends one frame that holds `text`.
  public func append(_ text: [UInt8], to stream: inout [UInt8]) {
    if self == .contentLength { stream.append(contentsOf: "Content-Length: \(text.count)\r\n\r\n".utf8) }
    // As memory, which is not retained and released as an array is.
    text.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
    if self == .ndjson { stream.append(UInt8(ascii: "\n")) }
  }
}

/// Why no further frame can be told apart in a stream.
public enum FramingError: Error, Hashable, Sendable {
  /// A header line that is none, or headers without a usable `Content-Length`.
  case brokenHeader
  /// The stream ended inside a frame.
  case truncated
}
