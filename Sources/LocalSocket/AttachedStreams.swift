import SystemSupport

/// Joins this process's stdin and stdout to a server, byte for byte.
///
/// Each direction is a thread that reads and writes without end, and waits where the other side does. The standard
/// streams are never made non-blocking: other processes share them.
package final class AttachedStreams: Sendable {
  private static let bufferSize = 1 << 16

  private let address: ServerAddress
  private let socket: OwnedDescriptor
  private let input: Int32
  private let output: Int32

  /// - Parameter socket: A connection as of ``DetachedServer/connect()``; it is closed in the end.
  package convenience init(_ socket: Int32, to address: ServerAddress) {
    self.init(socket, to: address, input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  init(_ socket: Int32, to address: ServerAddress, input: Int32, output: Int32) {
    self.address = address
    self.socket = OwnedDescriptor(socket)
    self.input = input
    self.output = output
  }

  /// Passes everything on until the server ends the connection, or nobody reads stdout any more.
  ///
  /// Call it once. At the end of stdin the server hears of that, and what it still sends is passed on. It makes a
  /// write to what nobody reads an error of this process, instead of a signal. A thread that reads stdin may remain,
  /// and ends with the process.
  ///
  /// - Returns: The status to exit with: the server's, or 0 if nobody reads stdout any more.
  /// - Throws: ``LocalSocketError`` if the server was killed or cut the connection, or stdout cannot be written to.
  package func run() throws(LocalSocketError) -> UInt8 {
    signal(SIGPIPE, SIG_IGN)
    // If the server is gone already, the first read says so.
    withUnsafeBytes(of: StatusTrailer.mark) { _ = BlockingStream.writeAll($0, to: socket.number) }
    try startSending()
    return try receive()
  }

  private func startSending() throws(LocalSocketError) {
    let thread = DetachedThread { [self] in send() }
    if let failure = thread.start() { throw LocalSocketError("No thread can be started", failure) }
  }

  /// Passes stdin to the server, to its end.
  private func send() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AttachedStreams.bufferSize, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = BlockingStream.readSome(from: input, into: buffer)
      guard count > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      // If the server does not read it, the other direction ends, too, and says why.
      guard BlockingStream.writeAll(piece, to: socket.number) == nil else { return }
    }
    shutdown(socket.number, Int32(SHUT_WR))
  }

  /// Passes what the server sends to stdout, and returns the status in the end.
  private func receive() throws(LocalSocketError) -> UInt8 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AttachedStreams.bufferSize, alignment: 1)
    defer { buffer.deallocate() }
    var trailer = StatusTrailer()
    while true {
      // The output is ready for no events only when its reader has gone.
      guard let isReady = Waiting.wait(for: [(socket.number, Waiting.toRead), (output, 0)], until: nil) else {
        throw LocalSocketError(errno: "The server at \(address) cannot be waited for")
      }
      guard !isReady[1] else { return 0 }
      let count = BlockingStream.readSome(from: socket.number, into: buffer)
      guard count > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let messages = UnsafeRawBufferPointer(rebasing: piece[..<trailer.messageCount(in: piece)])
      if let failure = BlockingStream.writeAll(messages, to: output) {
        guard failure != .brokenPipe, failure != .connectionReset else { return 0 }
        throw LocalSocketError("The output cannot be written", failure)
      }
    }
    // One that takes no more connections, or cuts one off, leaves no trailer either.
    guard let status = trailer.status else {
      throw LocalSocketError("The server at \(address) has ended, or has cut the connection.")
    }
    return status
  }
}
