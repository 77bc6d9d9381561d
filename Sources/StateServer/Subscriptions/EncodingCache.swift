import JSON

/// A buffer for encoding values, and the long texts of the current commit. All connections share one cache.
///
/// The code of an app's author may encode a value, and that code may do anything (for example, read another property).
/// So the buffer is taken out while it is in use, and a nested use makes another buffer.
///
/// During a commit, long texts are kept, so that a value that several views show is encoded once.
@MainActor
final class EncodingCache {
  private var spare: JSONWriter?
  /// Values that were read for the current commit, and their texts; nil between commits.
  private var kept: [(value: Any, text: [UInt8])]?

  /// If a text is larger than this number of bytes, its buffer is not kept.
  private static let maximumSpare = 1 << 24
  /// The size of the shortest text to keep, in bytes. A shorter text can be encoded in the time that looking it up
  /// would take.
  private static let shortestKept = 128
  /// The largest number of texts to keep. If views read no more than this number of values in turn, the text of each
  /// value is found.
  private static let maximumKept = 4

  /// Writes a text with `body`, and passes the text to `use`. The buffer is used again only after `use` has returned.
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

  /// The text of `value`, which `body` writes. During a commit, a long text is shared, unless objects were read to
  /// write it. A text with objects is not shared, because each subscription to a property must track the objects that
  /// it reads, and the objects may change during the commit.
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

  /// Releases the texts and values. If a value were kept longer, changing the value in place would copy it.
  func endCommit() { kept = nil }

  private func keep(_ value: Any, _ text: [UInt8]) {
    if kept?.count == EncodingCache.maximumKept { kept?.removeFirst() }
    kept?.append((value, text))
  }

  /// Whether two values have the same bits. The bits may be references. Both values are alive, so two equal references
  /// refer to the same object.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { first.hasSameBytes(as: $0) }
    }
  }
}
