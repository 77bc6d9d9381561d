import JSONRPC

/// What became of the requests that a front end sent on its former connection.
struct FormerRequests {
  var answers: [(id: RequestID, reply: KeptReply)] = []
  var running: [RequestID] = []
  var unknown: [RequestID] = []
}
