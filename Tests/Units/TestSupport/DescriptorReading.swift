import Foundation

/// Reads up to `count` bytes, at most `pieces` at a time. Returns fewer at the end of the input.
///
/// - Throws: ``SystemError`` with `ETIMEDOUT` if none arrive for 30 seconds: silence is not the end of the input.
package func readBytes(
  _ count: Int, from descriptor: Int32, pieces: Int = 1 << 16
) throws(SystemError) -> [UInt8] {
  var taken: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: pieces)
  while taken.count < count {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptors, 1, 30_000) > 0 else { throw SystemError(number: ETIMEDOUT) }
    let result = read(descriptor, &buffer, min(pieces, count - taken.count))
    guard result > 0 else { break }
    taken += buffer[..<result]
  }
  return taken
}

/// Reads to the end of the input.
package func readAll(from descriptor: Int32) throws(SystemError) -> [UInt8] { try readBytes(.max, from: descriptor) }
