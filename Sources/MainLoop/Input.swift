import SystemSupport

/// Bytes that come from a descriptor.
@MainActor
final class Input {
  let descriptor: Int32

  /// Whether nothing more will come.
  private(set) var hasEnded = false

  private let buffer: ReadBuffer

  /// Input from a descriptor that is not closed here, read into a buffer that others use, too.
  init(descriptor: Int32, buffer: ReadBuffer) {
    self.descriptor = descriptor
    self.buffer = buffer
  }

  /// Whether a read would not block now.
  var isReady: Bool { Waiting.isReady(descriptor, for: Waiting.toRead) }

  /// Reads once, which blocks unless something is there, and tells the client.
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

/// The memory that all inputs of a loop are read into, one after the other.
@MainActor
final class ReadBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  isolated deinit {
    bytes.deallocate()
  }
}
