/// How the status of a connection's end passes over a socket, which has none of its own.
///
/// The first byte that `attach` sends is ``mark``. A server that got it ends what it sends with two more bytes: the
/// mark and the status that `attach` exits with. No message contains the mark, so that it begins the trailer wherever
/// it stands. A server that was killed leaves no trailer.
///
/// A value of this type takes the trailer off a stream that arrives in any pieces.
package struct StatusTrailer: Sendable {
  /// The byte that begins the trailer, and what `attach` sends: NUL.
  package static let mark: UInt8 = 0

  /// What a server ends its stream with.
  package static func bytes(status: UInt8) -> [UInt8] { [mark, status] }

  /// The status, once it has arrived.
  package private(set) var status: UInt8?

  private var hasBegun = false

  package init() {}

  /// How many bytes at the beginning of a piece belong to the messages; the rest belongs to the trailer.
  package mutating func messageCount(in piece: UnsafeRawBufferPointer) -> Int {
    let count = hasBegun ? 0 : piece.firstIndex(of: StatusTrailer.mark) ?? piece.count
    for byte in piece[count...] {
      if !hasBegun {
        hasBegun = true
      } else if status == nil {
        status = byte
      }
    }
    return count
  }
}
