import JSON

/// The JSON text of a value.
///
/// Most texts are short. A short text is stored inline, without an allocation. It has at most 13 bytes, so that a
/// ``ShownProperty`` fits into 24 bytes.
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
  init(sharing bytes: [UInt8]) { storage = .long(bytes) }

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
