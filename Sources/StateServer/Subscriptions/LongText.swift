import JSON

/// A long text that a property has shown, in UTF-8.
///
/// A text that grows at its end shares its memory with the texts that it had before, so a step takes no copy of the
/// whole text, and comparing two of them takes no time. The memory is not that of the app's `String`, which would
/// otherwise be copied at its next change.
struct LongText {
  /// The size of the shortest long text, in bytes. A shorter text is kept as JSON, like other values. To encode one, and
  /// to compare it, takes a few microseconds.
  static let minimumSize = 64 << 10

  /// The bytes of a text, to which others are only added.
  private final class Memory {
    var bytes: [UInt8]
    /// The number of bytes that have been encoded to find their size as JSON, and that size, without quotes.
    private var encoded = (count: 0, size: 0)

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

    /// The size of all bytes as JSON. A text of megabytes is only encoded once for it.
    var encodedCount: Int {
      if encoded.count < bytes.count {
        var writer = JSONWriter()
        bytes[encoded.count...].withUnsafeBufferPointer { writer.write(utf8: $0) }
        encoded = (bytes.count, encoded.size + writer.bytes.count - 2)
      }
      return encoded.size + 2
    }
  }

  private let memory: Memory
  /// The number of bytes. The memory may have more: those that were added later.
  let count: Int

  /// Creates a text of a value, if it is a long text. If it begins with an earlier text, the two share their memory.
  init?(_ value: Any, after earlier: LongText? = nil) {
    guard let text = value as? String, text.utf8.count >= LongText.minimumSize else { return nil }
    (memory, count) = text.withUTF8Bytes { text in
      let text = UnsafeRawBufferPointer(text)
      guard let earlier, earlier.withUnsafeBytes({ text.begins(with: $0) }) else { return (Memory(text), text.count) }
      let rest = UnsafeRawBufferPointer(rebasing: text[earlier.count...])
      // Another text may already have grown in this memory, as that of a client which is not behind.
      let (isShared, grownCount) = earlier.memory.bytes.withUnsafeBytes { bytes in
        let grown = UnsafeRawBufferPointer(rebasing: bytes[earlier.count...])
        return (rest.begins(with: grown) || grown.begins(with: rest), grown.count)
      }
      guard isShared else { return (Memory(text), text.count) }
      earlier.memory.bytes.append(contentsOf: rest.dropFirst(grownCount))
      return (earlier.memory, text.count)
    }
  }

  /// The size of the text as JSON.
  var encodedCount: Int {
    if count == memory.bytes.count { return memory.encodedCount }
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes.count
  }

  /// Whether the text has the same bytes as `other`.
  func isSame(as other: LongText) -> Bool { count == other.count && begins(with: other) }

  /// Whether the text begins with the bytes of `other`.
  func begins(with other: LongText) -> Bool {
    if memory === other.memory { return other.count <= count }
    return withUnsafeBytes { text in other.withUnsafeBytes { text.begins(with: $0) } }
  }

  /// Writes the text without its first bytes as a JSON string.
  func write(dropping count: Int = 0, to writer: inout JSONWriter) {
    // A whole text is often written again, and then it is only copied.
    let isPlain = count == 0 && self.count == memory.bytes.count && memory.encodedCount == self.count + 2
    withUnsafeBytes { text in
      UnsafeRawBufferPointer(rebasing: text[count...]).withMemoryRebound(to: UInt8.self) {
        writer.write(utf8: $0, isPlain: isPlain)
      }
    }
  }

  private func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    memory.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }
}
