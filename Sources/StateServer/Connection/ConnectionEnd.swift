/// The reason for the end of a connection.
enum ConnectionEnd {
  /// The client has ended its input, or the rest of the input cannot be divided into messages. The calls in progress may
  /// finish.
  case inputEnded(isBroken: Bool)
  /// The client has requested a shutdown. The call is answered when all work has ended and the connection has left its
  /// sessions. The client then sends `exit`.
  case shutdown(answering: Call)
  /// The client has sent `exit`.
  case exit
  /// The process received a signal to end. All work is cancelled, and every call is answered.
  case terminated
  /// The process that the client has named has ended. A shared session that is kept continues, as after a cut.
  case clientProcessEnded
  /// The client sends but does not read. `unread` is the number of bytes that wait to be read.
  case notReading(unread: Int)
  /// The client has closed its end of the output, or writing failed with this `errno`.
  case outputClosed(failure: Int32?)
  /// The connection to the client is lost. Its front end may have connected again.
  case cut

  /// The status with which a process ends that serves only this connection.
  ///
  /// - Parameter hasStopped: Whether the client has requested a shutdown before.
  func status(hasStopped: Bool) -> Int32 {
    switch self {
    case .inputEnded(let isBroken): isBroken ? 1 : 0
    case .exit: hasStopped ? 0 : 1
    case .shutdown, .terminated, .clientProcessEnded: 0
    case .outputClosed(let failure): failure == nil ? 0 : 1
    case .notReading, .cut: 1
    }
  }

  /// Whether unsent messages are discarded, because the client cannot receive them.
  var discardsOutput: Bool {
    switch self {
    case .notReading, .outputClosed, .cut: true
    case .inputEnded, .shutdown, .exit, .terminated, .clientProcessEnded: false
    }
  }

  /// Whether calls continue in shared sessions that outlive the connection. A later connection may fetch their replies.
  var sparesSharedCalls: Bool {
    switch self {
    case .shutdown, .terminated: false
    case .inputEnded, .exit, .clientProcessEnded, .notReading, .outputClosed, .cut: true
    }
  }
}
