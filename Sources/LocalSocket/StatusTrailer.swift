import SystemSupport

/// The end of the stream that a server sends to an `attach` process. It contains the exit status for the `attach`
/// process.
///
/// The first byte that `attach` sends is the ``mark``. A server that has received the mark ends its stream with two
/// bytes: the mark and the status. No message contains the mark, so the mark always begins the trailer. A server that
/// was killed sends no trailer.
///
/// A value of this type removes the trailer from a stream that arrives in pieces of any size.
package struct StatusTrailer: Sendable {
  /// The byte that begins the trailer, and that `attach` sends first: NUL.
  package static let mark: UInt8 = 0

  /// Whether the ``mark`` has arrived on a connection from which nothing was read yet. It remains there.
  package static func isRequested(on descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1 && byte == mark
  }

  /// The trailer that contains a status.
  package static func bytes(status: UInt8) -> [UInt8] { [mark, status] }

  /// The exit status in the trailer. Nil until the status has arrived.
  package private(set) var status: UInt8?

  private var hasBegun = false

  package init() {}

  /// Returns the number of bytes at the beginning of a piece that belong to messages. The rest of the piece belongs to
  /// the trailer.
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
