import Dispatch
import JSONRPC

/// Parses messages that take long, while the main thread serves all connections.
enum LargeMessage {
  /// Not the global executor: an app's own tasks would wait for the messages.
  private static let queue = DispatchQueue(label: "svvs.messages", qos: .utility, attributes: .concurrent)

  /// Parses the text in these pieces on another thread, and passes the message on.
  static func parse(
    _ pieces: [ArraySlice<UInt8>], limits: MessageLimits,
    then body: @escaping @MainActor @Sendable (IncomingMessage) -> Void
  ) {
    queue.async {
      var text: [UInt8] = []
      text.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
      for piece in pieces { text += piece }
      // A second step, so that the pieces are released before memory is taken for the values.
      queue.async { [text] in
        let message = IncomingMessage(parsing: text[...], limits: limits)
        Task { @MainActor in body(message) }
      }
    }
  }
}
