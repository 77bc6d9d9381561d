import JSON

/// A buffer for encoding values, and the long texts of the current commit. All connections share one cache.
///
/// An author's code may encode a value, and that code may do anything (for example, read another property). So the
/// buffer is taken out while it is in use, and a nested use makes another buffer.
///
/// During a commit, long texts are kept, so that a value that several views show is encoded once.
@MainActor
final class EncodingCache {
  private var spare: JSONWriter?
  /// Values that were read for the current commit, and their texts; nil between commits.
  private var kept: [(value: Any, text: [UInt8])]?

  /// The size of the largest text after which the buffer is kept, in bytes.
  private static let maximumSpare = 1 << 24
  /// The size of the shortest text to keep, in bytes. Looking up a text takes as long as encoding a shorter text.
  private static let shortestKept = 128
  /// The largest number of texts to keep. Views may read up to this many values alternately.
  private static let maximumKept = 4

  /// Writes a text, and passes it to `use` before the buffer is used again.
  func write(_ body: (inout JSONWriter) -> Void, then use: ([UInt8]) -> Void) {
    encode(body) { use($0.bytes) }
  }

  private func encode(_ body: (inout JSONWriter) -> Void, then use: (JSONWriter) -> Void) {
    var writer = spare.take() ?? JSONWriter()
    writer.removeAll()
    body(&writer)
    use(writer)
    if writer.bytes.count <= EncodingCache.maximumSpare { spare = writer }
  }

  /// The text of a value that `body` writes. During a commit, a long text is shared, unless objects were read for it:
  /// each subscription to a property tracks what it reads, and the objects may change during the commit.
  ///
  /// - Throws: `JSONEncodingError` if a part of the value has no JSON form.
  func text(of value: Any, _ body: (inout JSONWriter) -> Void) throws(JSONEncodingError) -> EncodedText {
    if let known = kept?.first(where: { EncodingCache.isSame($0.value, value) }) {
      return EncodedText(sharing: known.text)
    }
    var (text, error, readsObjects) = (EncodedText(), JSONEncodingError?.none, false)
    encode(body) { writer in
      (error, readsObjects) = (writer.error, writer.readsObjects)
      if error == nil { text = EncodedText(writer.bytes) }
    }
    if let error { throw error }
    if kept != nil, !readsObjects, text.count >= EncodingCache.shortestKept { keep(value, text.bytes) }
    return text
  }

  /// Begins to keep texts.
  func beginCommit() { kept = [] }

  /// Releases the texts and values. If a value were kept, it would be copied when it is changed in place.
  func endCommit() { kept = nil }

  private func keep(_ value: Any, _ text: [UInt8]) {
    if kept?.count == EncodingCache.maximumKept { kept?.removeFirst() }
    kept?.append((value, text))
  }

  /// Whether two values have the same bits. The bits may be references. Both values are alive, so no address was used
  /// again.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { first.hasSameBytes(as: $0) }
    }
  }
}
