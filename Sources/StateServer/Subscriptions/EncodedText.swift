import JSON

/// The JSON text of a value. That of a ``LongText`` is written each time it is sent.
///
/// Most texts are short. A short text is stored inline, without an allocation; as an array, each would take 48 bytes
/// more, 96 in a view with two properties. It has at most 13 bytes, so that a ``ShownProperty`` fits into 40 bytes.
struct EncodedText {
  private enum Storage {
    case inline(count: UInt8, InlineArray<13, UInt8>)
    case array([UInt8])
    indirect case long(LongText)
  }

  private let storage: Storage

  /// Creates an empty text.
  init() { storage = .inline(count: 0, InlineArray(repeating: 0)) }

  /// Creates a copy of a text, without spare capacity.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= 13 else {
      storage = .array(bytes.withUnsafeBufferPointer { Array($0) })
      return
    }
    var text = InlineArray<13, UInt8>(repeating: 0)
    for index in bytes.indices { text[index] = bytes[index] }
    storage = .inline(count: UInt8(bytes.count), text)
  }

  /// Creates the text of a long text.
  fileprivate init(_ text: LongText) { storage = .long(text) }

  /// Whether this is a long text.
  var isLong: Bool { longText != nil }

  /// The long text; nil if the value is another one.
  fileprivate var longText: LongText? { if case .long(let text) = storage { text } else { nil } }

  /// The number of bytes. That of a long text is counted without quotes and escapes.
  var count: Int {
    switch storage {
    case .inline(let count, _): Int(count)
    case .array(let bytes): bytes.count
    case .long(let text): text.count
    }
  }

  /// The number of bytes of the JSON text.
  var encodedCount: Int { longText?.encodedCount ?? count }

  /// Whether the text is empty. The text of a property is empty until the property is first read.
  var isEmpty: Bool { if case .inline(0, _) = storage { true } else { false } }

  /// The bytes of the text.
  var bytes: [UInt8] {
    switch storage {
    case .inline: withUnsafeBytes { Array($0) }
    case .array(let bytes): bytes
    case .long(let text):
      {
        var writer = JSONWriter()
        text.write(to: &writer)
        return writer.bytes
      }()
    }
  }

  /// Whether the text has the same bytes as `other`.
  func isSame(as other: EncodedText) -> Bool {
    switch (storage, other.storage) {
    case (.long(let text), .long(let other)): text.isSame(as: other)
    case (.long, _), (_, .long): false
    default: other.withUnsafeBytes(isSame)
    }
  }

  /// Writes the value.
  func write(to writer: inout JSONWriter) {
    if let longText { return longText.write(to: &writer) }
    withUnsafeBytes { writer.write(encoded: $0) }
  }

  private func isSame(_ other: UnsafeRawBufferPointer) -> Bool {
    withUnsafeBytes { $0.hasSameBytes(as: other) }
  }

  private func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch storage {
    case .inline(let count, let bytes):
      bytes.span.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
    case .array(let bytes): bytes.withUnsafeBytes(body)
    case .long: bytes.withUnsafeBytes(body)
    }
  }
}

// MARK: - Growth

extension EncodedText {
  /// The size of the shortest text that is sent as it has grown, with its quotes. To leave out a shorter one saves
  /// nothing: the member `appended` takes 13 bytes more.
  private static let minimumGrown = 16

  /// Whether this is a text that begins with `old`, which is a text, too, and long enough to be left out.
  ///
  /// A string has one JSON text, in which each character follows from a character of the string. So a string begins with
  /// another one exactly if its JSON text begins with that of the other one, without its last quote. The other one ends
  /// with a Unicode scalar, and so no scalar and no escape is divided.
  func hasGrown(from old: EncodedText) -> Bool {
    if let longText, let old = old.longText { return longText.count > old.count && longText.begins(with: old) }
    guard old.count >= EncodedText.minimumGrown, isLong || count > old.count else { return false }
    return withUnsafeBytes { text in
      old.withUnsafeBytes { old in
        old[0] == UInt8(ascii: "\"") && text.begins(with: UnsafeRawBufferPointer(rebasing: old.dropLast()))
      }
    }
  }

  /// Writes what was added to `old`, from which the text has grown.
  func writeAddition(to old: EncodedText, to writer: inout JSONWriter) {
    if let longText, let old = old.longText { return longText.write(dropping: old.count, to: &writer) }
    withUnsafeBytes { text in
      var addition = [UInt8(ascii: "\"")]
      addition += text[(old.bytes.count - 1)...]
      writer.write(encoded: addition)
    }
  }
}

/// A buffer for encoding values, and the long texts of the current commit. All connections share one cache.
///
/// The code of an app's author may encode a value, and that code may do anything (for example, read another property).
/// So the buffer is taken out while it is in use, and a nested use makes another buffer.
///
/// During a commit, long texts are kept, so that a value that several views show is encoded once.
@MainActor
final class EncodingCache {
  private var spare: JSONWriter?
  /// Values that were read for the current commit, and their texts; nil between commits. If a list of 100 rows changes,
  /// each further member of its session takes 16,000 instructions; encoding the list again would take 78,000 more.
  private var kept: [(value: Any, text: EncodedText)]?

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
  /// - Parameter last: The last text of the same property. If it is long, the value probably is, too, and is not encoded.
  /// - Throws: `JSONEncodingError` if a part of the value has no JSON form.
  func text(
    of value: Any, after last: EncodedText = EncodedText(), _ body: (inout JSONWriter) -> Void
  ) throws(JSONEncodingError) -> EncodedText {
    if let known = kept?.first(where: { EncodingCache.isSame($0.value, value) }) { return known.text }
    if let last = last.longText, let text = LongText(value, after: last) { return keep(value, EncodedText(text)) }
    var (text, error, readsObjects) = (EncodedText(), JSONEncodingError?.none, false)
    encode(body) { writer in
      (error, readsObjects) = (writer.error, writer.readsObjects)
      if error == nil { text = EncodedText(writer.bytes) }
    }
    if let error { throw error }
    if text.count > LongText.minimumSize, let long = LongText(value) { text = EncodedText(long) }
    return readsObjects || text.count < EncodingCache.shortestKept ? text : keep(value, text)
  }

  /// Begins to keep texts.
  func beginCommit() { kept = [] }

  /// Releases the texts and values. If a value were kept longer, changing the value in place would copy it.
  func endCommit() { kept = nil }

  /// Keeps a text, if a commit has begun, and returns it.
  private func keep(_ value: Any, _ text: EncodedText) -> EncodedText {
    guard var texts = kept.take() else { return text }
    if texts.count == EncodingCache.maximumKept { texts.removeFirst() }
    texts.append((value, text))
    kept = texts
    return text
  }

  /// Whether two values have the same bits. The bits may be references. Both values are alive, so two equal references
  /// refer to the same object.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { first.hasSameBytes(as: $0) }
    }
  }
}
