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
  public func append(_ text: [UInt8], to stream: inout [UInt8]) {
    if self == .contentLength { stream.append(contentsOf: "Content-Length: \(text.count)\r\n\r\n".utf8) }
    // A buffer pointer avoids the retain and the release of an array.
    text.withUnsafeBufferPointer { stream.append(contentsOf: $0) }
    if self == .ndjson { stream.append(UInt8(ascii: "\n")) }
  }
}

/// An error after which no further frame of a stream can be decoded.
public enum FramingError: Error, Hashable, Sendable {
  /// A line that is not a header, or headers without a valid `Content-Length`.
  case brokenHeader
  /// The stream ended inside a frame.
  case truncated
}
