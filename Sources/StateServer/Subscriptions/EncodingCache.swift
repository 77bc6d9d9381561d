import JSON

/// Memory to write in, which everything that is served shares.
///
/// A value may be encoded by its author's code, which may do anything, also read another property: the memory is
/// taken out for as long as it is in use, so that whoever comes in between finds none and makes some.
///
/// While a commit is made, long texts are kept: a value that several views show is encoded once for all of them.
@MainActor
final class EncodingCache {
  private var spare: JSONWriter?
  /// Values that were read for the commit that is being made, and their texts; nil between commits.
  private var kept: [(value: Any, text: [UInt8])]?

  /// The size of a text whose memory is used again.
  private static let maximumSpare = 1 << 24
  /// To look for a text costs as much as to write one that is shorter.
  private static let shortestKept = 128
  /// As many values may take turns.
  private static let maximumKept = 4

  /// Writes a text, and passes it on before the memory is used again.
  func write(_ body: (inout JSONWriter) -> Void, then use: ([UInt8]) -> Void) {
    var writer = spare.take() ?? JSONWriter()
    writer.removeAll()
    body(&writer)
    use(writer.bytes)
    if writer.bytes.count <= EncodingCache.maximumSpare { spare = writer }
  }

  /// The text of a value that `body` writes; a long one is shared by all who ask for it during a commit.
  func text(of value: Any, _ body: (inout JSONWriter) -> Void) -> EncodedText {
    if let known = kept?.first(where: { EncodingCache.isSame($0.value, value) }) {
      return EncodedText(sharing: known.text)
    }
    var text = EncodedText()
    write(body) { text = EncodedText($0) }
    if kept != nil, text.count >= EncodingCache.shortestKept { keep(value, text.bytes) }
    return text
  }

  /// Keeps texts from now on.
  func beginCommit() { kept = [] }

  /// Keeps none any more: a value that was kept would be copied when it is changed in place.
  func endCommit() { kept = nil }

  private func keep(_ value: Any, _ text: [UInt8]) {
    if kept?.count == EncodingCache.maximumKept { kept?.removeFirst() }
    kept?.append((value, text))
  }

  /// Whether two values are the same bits, also where these refer to memory: both are kept alive, so that no address is
  /// used again.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { first.hasSameBytes(as: $0) }
    }
  }
}
