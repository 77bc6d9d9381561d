/// Why a connection ends.
enum ConnectionEnd {
  /// The client sends nothing more: the calls in progress may finish.
  case inputEnded
  /// The client asks for a shutdown with a call, which is answered when all work has ended. Then it sends `exit`.
  case shutdown(answering: Call)
  /// The client sends `exit`.
  case exit
  /// The process is asked to end: all work is cancelled, and every call is answered.
  case terminated
  /// The process that the client works for has ended. To a shared session that is kept, the connection was cut.
  case clientProcessEnded
  /// The input cannot be divided into messages.
  case brokenInput
  /// The client sends and does not read; so many bytes wait for it.
  case notReading(unread: Int)
  /// The output has no reader, or cannot be written; then with a value of `errno`.
  case outputClosed(failure: Int32?)
  /// The client is gone: its front end is here on a newer connection.
  case cut

  /// Whether nobody reads what has not been sent.
  var discardsOutput: Bool {
    switch self {
    case .notReading, .outputClosed, .cut: true
    case .inputEnded, .shutdown, .exit, .terminated, .clientProcessEnded, .brokenInput: false
    }
  }
}
