import SystemSupport

/// The standard streams of this process, attached to a server. Stdin is copied to the server, and the output of the
/// server is copied to stdout, byte for byte.
///
/// Each direction has its own thread, which blocks when the stream blocks. The standard streams stay blocking, because
/// other processes share them.
package final class AttachedStreams: Sendable {
  private static let bufferSize = 1 << 16

  private let address: ServerAddress
  private let socket: OwnedDescriptor
  private let input: Int32
  private let output: Int32

  /// - Parameter socket: A connection from ``DetachedServer/connect()``. It is closed when this object is released.
  package convenience init(_ socket: Int32, to address: ServerAddress) {
    self.init(socket, to: address, input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  init(_ socket: Int32, to address: ServerAddress, input: Int32, output: Int32) {
    self.address = address
    self.socket = OwnedDescriptor(socket)
    self.input = input
    self.output = output
  }

  /// Copies until the server ends the connection or the reader of stdout closes stdout.
  ///
  /// Call this method once. When stdin ends, this method passes the end on to the server, and continues to copy the
  /// server's output. A write to a stream without a reader becomes an error instead of a signal. The thread that reads
  /// stdin may continue until the process ends.
  ///
  /// - Returns: The exit status for this process. It is the status that the server has sent, or 0 if the reader of
  ///   stdout has closed stdout.
  /// - Throws: ``LocalSocketError`` if the server was killed or has cut the connection, or if stdout cannot be written
  ///   to.
  package func run() throws(LocalSocketError) -> UInt8 {
    signal(SIGPIPE, SIG_IGN)
    // An error is ignored: if the server has already ended, the first read reports that.
    withUnsafeBytes(of: StatusTrailer.mark) { _ = BlockingStream.writeAll($0, to: socket.number) }
    try startSending()
    return try receive()
  }

  private func startSending() throws(LocalSocketError) {
    let thread = DetachedThread { [self] in send() }
    if let failure = thread.start() { throw LocalSocketError("No thread can be started", failure) }
  }

  /// Copies stdin to the server until stdin ends.
  private func send() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AttachedStreams.bufferSize, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = BlockingStream.readSome(from: input, into: buffer)
      guard count > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      // If the server cannot be written to, the other direction ends as well, and reports the reason.
      guard BlockingStream.writeAll(piece, to: socket.number) == nil else { return }
    }
    shutdown(socket.number, Int32(SHUT_WR))
  }

  /// Copies the output of the server to stdout. At the end, returns the exit status for this process.
  private func receive() throws(LocalSocketError) -> UInt8 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AttachedStreams.bufferSize, alignment: 1)
    defer { buffer.deallocate() }
    var trailer = StatusTrailer()
    while true {
      // For the output, no events are requested, so the output is ready only when its reader has closed it.
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
    // A server that refuses or cuts a connection sends no trailer either.
    guard let status = trailer.status else {
      throw LocalSocketError("The server at \(address) has ended, or has cut the connection.")
    }
    return status
  }
}
