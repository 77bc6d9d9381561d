/// The reason for the end of a connection.
enum ConnectionEnd {
  /// The client has ended its input. The calls in progress may finish.
  case inputEnded
  /// The client requests a shutdown with a call, which is answered when all work has ended. The client then sends
  /// `exit`.
  case shutdown(answering: Call)
  /// The client has sent `exit`.
  case exit
  /// The process was asked to end. All work is cancelled, and every call is answered.
  case terminated
  /// The process that the client has named has ended. For a shared session that is kept, this is like a cut.
  case clientProcessEnded
  /// The input cannot be divided into messages.
  case brokenInput
  /// The client sends but does not read, and this number of bytes waits for it.
  case notReading(unread: Int)
  /// The output has no reader any more, or cannot be written because of an error of `errno`.
  case outputClosed(failure: Int32?)
  /// The client has gone. Its front end may be back on a newer connection.
  case cut

  /// Whether messages that were not sent are discarded, because nobody reads them.
  var discardsOutput: Bool {
    switch self {
    case .notReading, .outputClosed, .cut: true
    case .inputEnded, .shutdown, .exit, .terminated, .clientProcessEnded, .brokenInput: false
    }
  }
}
