import Dispatch
import Foundation

@testable import LocalSocket

/// Runs what blocks on a thread of its own, since those that all tasks share are few.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

/// Both ends of a pipe, or of two sockets that are connected; they block, and no program gets them.
struct Ends: Sendable {
  let first: Int32
  let second: Int32

  /// The first is for reading, the second for writing.
  static func pipe() throws -> Ends {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw SystemError(number: errno) }
    return Ends(ends)
  }

  static func sockets() throws -> Ends {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { throw SystemError(number: errno) }
    return Ends(ends)
  }

  private init(_ ends: [Int32]) {
    // A write that nobody reads must be an error.
    signal(SIGPIPE, SIG_IGN)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (first, second) = (ends[0], ends[1])
  }
}

/// Reads this many bytes, in pieces of this size; fewer at the end, or if none come for half a minute.
func readBytes(_ count: Int, from descriptor: Int32, pieces: Int = 1 << 16) -> [UInt8] {
  var taken: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: pieces)
  while taken.count < count {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptors, 1, 30_000) > 0 else { break }
    let result = read(descriptor, &buffer, min(pieces, count - taken.count))
    guard result > 0 else { break }
    taken += buffer[..<result]
  }
  return taken
}

/// Reads to the end.
func readAll(from descriptor: Int32) -> [UInt8] { readBytes(.max, from: descriptor) }

@discardableResult
func writeBytes(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
  Array(bytes).withUnsafeBytes { BlockingStream.writeAll($0, to: descriptor) } == nil
}
