import SystemSupport

/// The input of a connection, read from a descriptor.
@MainActor
final class Input {
  let descriptor: Int32

  /// Whether the input has ended.
  private(set) var hasEnded = false

  private let buffer: ReadBuffer

  /// Creates the input that is read from `descriptor`. The input does not close the descriptor. All inputs of a loop
  /// share `buffer`.
  init(descriptor: Int32, buffer: ReadBuffer) {
    self.descriptor = descriptor
    self.buffer = buffer
  }

  /// Whether a read would return at once.
  var isReady: Bool { Waiting.isReady(descriptor, for: Waiting.toRead) }

  /// Reads once, and passes the bytes or the end of the input to the client. Blocks if the input is not ready.
  func deliver(to client: any TransportClient) {
    let count = read(descriptor, buffer.bytes.baseAddress, buffer.bytes.count)
    if count > 0 {
      client.received(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      hasEnded = true
      client.inputEnded()
    }
  }
}

/// The buffer into which all inputs of a loop are read, one after another.
@MainActor
final class ReadBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  isolated deinit {
    bytes.deallocate()
  }
}
