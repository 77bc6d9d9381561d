import TestSupport
import Testing
import SystemSupport

/// Two sockets: one for the loop, which closes it, and the peer's.
@MainActor
final class SocketPair {
  private var loopEnd: Int32 = -1
  private var peerEnd: Int32 = -1

  init() throws {
    let ends = try DescriptorPair.sockets()
    (loopEnd, peerEnd) = (ends.first, ends.second)
  }

  isolated deinit {
    closePeer()
    if loopEnd >= 0 { close(loopEnd) }
  }

  /// The end for the loop, which closes it from now on.
  func handOver() -> Int32 {
    defer { loopEnd = -1 }
    return loopEnd
  }

  /// The end for the loop under the lowest free number that is at least this.
  ///
  /// Other code that opens a descriptor meanwhile gets a low number, so that tests can rely on theirs.
  func handOver(asAtLeast lowest: Int32) -> Int32 {
    let moved = fcntl(loopEnd, F_DUPFD_CLOEXEC, lowest)
    close(handOver())
    return moved
  }

  func closePeer() {
    if peerEnd >= 0 { close(peerEnd) }
    peerEnd = -1
  }

  /// The peer sends nothing more but still reads.
  func endInput() { shutdown(peerEnd, Int32(SHUT_WR)) }

  /// The peer reads nothing more but still sends.
  func stopReading() { shutdown(peerEnd, Int32(SHUT_RD)) }

  /// Writes bytes that the socket has room for.
  func put(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(peerEnd, bytes, bytes.count) == bytes.count else { throw SystemError(number: errno) }
  }

  /// Reads this many bytes, off the main thread; fewer if the loop's end is closed. Silence is a failure.
  func take(_ count: Int) async -> [UInt8] {
    do {
      return try await blocking { [peerEnd] in try readBytes(count, from: peerEnd) }
    } catch {
      Issue.record(error)
      return []
    }
  }
}
