import TestSupport
import Testing
import SystemSupport

/// A pipe whose ends are closed when it goes, unless they were closed before.
@MainActor
final class Pipe {
  private(set) var readEnd: Int32 = -1
  private(set) var writeEnd: Int32 = -1

  init() throws {
    let ends = try DescriptorPair.pipe()
    (readEnd, writeEnd) = (ends.first, ends.second)
  }

  isolated deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Writes bytes that the pipe has room for.
  func put(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(writeEnd, bytes, bytes.count) == bytes.count else { throw SystemError(number: errno) }
  }

  /// Reads bytes that are there, at most this many.
  func takeNow(_ count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    _ = read(readEnd, &buffer, count)
  }

  /// Begins to read this many bytes, also if the main thread is blocked from now on.
  func reading(_ count: Int) -> Task<[UInt8], any Error> {
    Task.detached { [readEnd] in try await blocking { try readBytes(count, from: readEnd) } }
  }

  /// Reads this many bytes, off the main thread; fewer if the other end is closed. Silence is a
  /// failure.
  func take(_ count: Int) async -> [UInt8] {
    do {
      return try await reading(count).value
    } catch {
      Issue.record(error)
      return []
    }
  }
}
