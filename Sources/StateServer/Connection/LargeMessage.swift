import Dispatch
import JSONRPC

/// Parses large messages on other threads, so that the main thread can serve all connections meanwhile.
enum LargeMessage {
  /// The queue for parsing. If messages were parsed on the global executor, the tasks of an app would have to wait for
  /// the parsing.
  private static let queue = DispatchQueue(label: "svvs.messages", qos: .utility, attributes: .concurrent)

  /// On another thread, parses a text that is given in pieces. Then calls `body` with the parsed message, on the main
  /// actor.
  static func parse(
    _ pieces: [ArraySlice<UInt8>], limits: MessageLimits,
    then body: @escaping @MainActor @Sendable (IncomingMessage) -> Void
  ) {
    queue.async {
      var text: [UInt8] = []
      text.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
      for piece in pieces { text += piece }
      // Parses in a second block, so that the pieces are released before memory is allocated for the values.
      queue.async { [text] in
        let message = IncomingMessage(parsing: text[...], limits: limits)
        Task { @MainActor in body(message) }
      }
    }
  }
}
