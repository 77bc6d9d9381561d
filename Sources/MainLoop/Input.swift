#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bytes that come from a descriptor.
@MainActor
final class Input {
  let descriptor: Int32

  /// Whether nothing more will come.
  private(set) var hasEnded = false

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Input from a descriptor that is not closed here.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads once, which blocks unless something is there, and tells the client.
  func deliver(to client: (any MainLoopClient)?) {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      buffer.withUnsafeBytes { client?.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      hasEnded = true
      client?.inputEnded()
    }
  }
}
