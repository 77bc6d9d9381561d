import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe whose ends are closed when it goes, unless they were closed before.
@MainActor
final class Pipe {
  private(set) var readEnd: Int32 = -1
  private(set) var writeEnd: Int32 = -1

  init() throws {
    // A write to a pipe that nobody reads must be an error, as it is in the server.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(number: errno) }
    // A process that another test starts meanwhile must not keep the ends open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
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

  /// Reads this many bytes, off the main thread; fewer if the other end is closed or none come for
  /// half a minute.
  func take(_ count: Int) async -> [UInt8] {
    await takeBytes(count, from: readEnd)
  }

  var writeFlags: Int32 { fcntl(writeEnd, F_GETFL) }
}

/// Reads this many bytes, waiting for them; fewer if the other end is closed or none come for half a minute.
///
/// It blocks a thread of its own, since those that all tasks share are few.
func takeBytes(_ count: Int, from descriptor: Int32) async -> [UInt8] {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "take").async { continuation.resume(returning: readBytes(count, from: descriptor)) }
  }
}

private func readBytes(_ count: Int, from descriptor: Int32) -> [UInt8] {
  var taken: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while taken.count < count {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptors, 1, 30_000) > 0 else { break }
    let result = read(descriptor, &buffer, min(buffer.count, count - taken.count))
    guard result > 0 else { break }
    taken += buffer[..<result]
  }
  return taken
}

struct SystemError: Error {
  let number: Int32
}
