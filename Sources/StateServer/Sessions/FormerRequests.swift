import JSONRPC

/// What became of the requests that a front end sent on its former connection.
struct FormerRequests {
  var answers: [(id: RequestID, reply: KeptReply)] = []
  var running: [RequestID] = []
  var unknown: [RequestID] = []

  /// About how many bytes they take in a reply.
  @MainActor
  var size: Int {
    let ids = [running, unknown].joined().reduce(0) { $0 + 24 + $1.textSize }
    return answers.reduce(ids) { $0 + $1.id.textSize + $1.reply.size }
  }
}
