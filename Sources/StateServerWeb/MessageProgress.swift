import NIOWebSocket

/// How much of a message has arrived. A message consists of a text frame and any number of continuations.
struct MessageProgress {
  private let limit: Int
  /// The size of the fragments so far. Nil between messages.
  private var size: Int?

  init(limit: Int = WebLimits.messageSize) { self.limit = limit }

  /// Adds a frame. Returns the reason if the frame must not follow the earlier ones, or makes the message too large.
  mutating func add(_ opcode: WebSocketOpcode, size added: Int, isLast: Bool) -> WebSocketErrorCode? {
    guard (opcode == .continuation) == (size != nil) else { return .protocolError }
    let total = (size ?? 0) + added
    guard total <= limit else { return .messageTooLarge }
    size = isLast ? nil : total
    return nil
  }
}
