import JSON

/// Memory to write in, which everything that is served shares.
///
/// A value may be encoded by its author's code, which may do anything, also read another property: the memory is
/// taken out for as long as it is in use, so that whoever comes in between finds none and makes some.
@MainActor
final class Scratch {
  private var spare: JSONWriter?

  /// Writes a text, and passes it on before the memory is used again.
  func write(_ body: (inout JSONWriter) -> Void, then use: ([UInt8]) -> Void) {
    var writer = spare.take() ?? JSONWriter()
    writer.removeAll()
    body(&writer)
    use(writer.bytes)
    spare = writer
  }
}
