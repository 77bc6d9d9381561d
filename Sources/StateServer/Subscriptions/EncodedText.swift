import JSON

/// The JSON text of a value.
///
/// Most texts are short. A short text is stored inline, without an allocation; as an array, each would take 48 bytes
/// more, 96 in a view with two properties. It has at most 13 bytes, so that a ``ShownProperty`` fits into 24 bytes.
struct EncodedText {
  private enum Storage {
    case short(count: UInt8, InlineArray<13, UInt8>)
    case long([UInt8])
  }

  private let storage: Storage

  /// Creates an empty text.
  init() { storage = .short(count: 0, InlineArray(repeating: 0)) }

  /// Creates a copy of a text, without spare capacity.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= 13 else {
      storage = .long(bytes.withUnsafeBufferPointer { Array($0) })
      return
    }
    var text = InlineArray<13, UInt8>(repeating: 0)
    for index in bytes.indices { text[index] = bytes[index] }
    storage = .short(count: UInt8(bytes.count), text)
  }

  /// Creates a long text that shares the memory of an array.
  fileprivate init(sharing bytes: [UInt8]) { storage = .long(bytes) }

  /// The number of bytes.
  var count: Int {
    switch storage {
    case .short(let count, _): Int(count)
    case .long(let bytes): bytes.count
    }
  }

  /// Whether the text is empty. The text of a property is empty until the property is first read.
  var isEmpty: Bool { if case .short(0, _) = storage { true } else { false } }

  /// The bytes of the text.
  var bytes: [UInt8] {
    switch storage {
    case .short: withUnsafeBytes { Array($0) }
    case .long(let bytes): bytes
    }
  }

  /// Whether the text has the same bytes as `other`.
  func isSame(as other: EncodedText) -> Bool { other.withUnsafeBytes(isSame) }

  /// Writes the value.
  func write(to writer: inout JSONWriter) { withUnsafeBytes { writer.write(encoded: $0) } }

  private func isSame(_ other: UnsafeRawBufferPointer) -> Bool {
    withUnsafeBytes { $0.hasSameBytes(as: other) }
  }

  private func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch storage {
    case .short(let count, let bytes):
      bytes.span.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(Int(count)))) }
    case .long(let bytes): bytes.withUnsafeBytes(body)
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
