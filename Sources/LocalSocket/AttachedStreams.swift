import Synchronization
import SystemSupport

/// The standard streams of this process, attached to a server. Stdin is copied to the server, and the output of the
/// server is copied to stdout, byte for byte.
///
/// Each direction has its own thread, which blocks when the stream blocks. The standard streams stay blocking, because
/// other processes share them.
package final class AttachedStreams: Sendable {
  private static let bufferSize = 1 << 16
  /// The delay of the first check whether the server has read the mark.
  private static let firstCheck = Duration.milliseconds(100)

  private let address: ServerAddress
  private let log: ServerLog
  private let report: @Sendable (String) -> Void
  private let socket: OwnedDescriptor
  private let input: Int32
  private let output: Int32
  /// The number of bytes of stdin that were written to the server's connection.
  private let sentCount = Atomic(0)

  /// - Parameters:
  ///   - socket: A connection from ``DetachedServer/connect()``. It is closed when this object is released.
  ///   - report: Receives the text for the user if the server does not answer.
  package convenience init(
    _ socket: Int32, to address: ServerAddress, report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.init(socket, to: address, input: STDIN_FILENO, output: STDOUT_FILENO, report: report)
  }

  /// Creates streams with other descriptors in place of stdin and stdout.
  init(
    _ socket: Int32, to address: ServerAddress, input: Int32, output: Int32,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.address = address
    self.socket = OwnedDescriptor(socket)
    self.input = input
    self.output = output
    self.report = report
    log = ServerLog(of: address)
  }

  /// Copies until the server ends the connection or the reader of stdout closes stdout.
  ///
  /// Call this method once. When stdin ends, this method passes the end on to the server, and continues to copy the
  /// server's output. The thread that reads stdin may continue until the process ends. The process must ignore SIGPIPE.
  ///
  /// - Returns: The exit status for this process. It is the status that the server has sent, or 0 if the reader of
  ///   stdout has closed stdout.
  /// - Throws: ``LocalSocketError`` if the server was killed or has cut the connection, if it has read nothing within ten
  ///   seconds, or if stdout cannot be written to.
  package func run() throws(LocalSocketError) -> UInt8 {
    // An error is ignored: if the server has already ended, the first read reports that.
    withUnsafeBytes(of: StatusTrailer.mark) { _ = BlockingStream.writeAll($0, to: socket.number) }
    try DetachedThread.start { [self] in send() }
    return try receive()
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
      sentCount.add(count, ordering: .relaxed)
    }
    shutdown(socket.number, Int32(SHUT_WR))
  }

  /// Copies the output of the server to stdout. At the end, returns the exit status for this process.
  private func receive() throws(LocalSocketError) -> UInt8 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: AttachedStreams.bufferSize, alignment: 1)
    defer { buffer.deallocate() }
    var trailer = StatusTrailer()
    var wait = ServerWait(report: report)
    // The time of the next check whether the server has read anything. Nil if the server has read something.
    var nextCheck: ContinuousClock.Instant? = .now + AttachedStreams.firstCheck
    while true {
      // For the output, no events are requested, so the output is ready only when its reader has closed it.
      guard let isReady = Waiting.wait(for: [(socket.number, Waiting.toRead), (output, 0)], until: nextCheck) else {
        guard let check = nextCheck, check <= .now else {
          throw LocalSocketError(errno: "The server at \(address) cannot be waited for")
        }
        nextCheck = try timeOfNextCheck(&wait)
        continue
      }
      nextCheck = nil
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
      let end = "The server at \(address) has ended, or has cut the connection."
      throw LocalSocketError(log.lastLine.map { "\(end) The last line of its log \(log.path.shown): \($0)" } ?? end)
    }
    return status
  }

  /// Checks whether the server has read anything, as long as it has sent nothing. A connection is made by the system, so
  /// a server that is stopped or whose main thread is busy neither accepts nor refuses it.
  ///
  /// A server that has read everything when this is called has accepted the connection, and may be silent from then on.
  /// The same holds if more was written than a connection holds.
  ///
  /// - Returns: The time of the next check; nil if the server has read anything.
  private func timeOfNextCheck(_ wait: inout ServerWait) throws(LocalSocketError) -> ContinuousClock.Instant? {
    let capacity = 2 * Int(UnixSocket.option(SO_SNDBUF, of: socket.number) ?? .max)
    guard !AwaitedServer.hasRead(socket.number), sentCount.load(ordering: .relaxed) <= capacity else { return nil }
    let server = AwaitedServer(at: address)
    guard !wait.isOver else { throw server.noAnswer }
    wait.check { server.waitedFor }
    return .now + ServerWait.noticeTime
  }
}
