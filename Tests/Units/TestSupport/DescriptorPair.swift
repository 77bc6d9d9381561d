import SystemSupport

/// Both ends of a pipe, or two connected sockets. They block, they are closed by `exec`, and the test closes them.
package struct DescriptorPair: Sendable {
  package let first: Int32
  package let second: Int32

  /// A pipe: the first descriptor is for reading, the second for writing.
  package static func pipe() throws -> DescriptorPair {
    let pipe = try FileDescriptor.closeOnExecPipe()
    return DescriptorPair([pipe.reader.rawValue, pipe.writer.rawValue])
  }

  package static func sockets() throws -> DescriptorPair {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { throw SystemError(number: errno) }
    for end in ends { FileDescriptor(rawValue: end).setCloseOnExec() }
    return DescriptorPair(ends)
  }

  private init(_ ends: [Int32]) {
    // As in the server, a write without a reader must fail and not end the process.
    signal(SIGPIPE, SIG_IGN)
    (first, second) = (ends[0], ends[1])
  }
}
