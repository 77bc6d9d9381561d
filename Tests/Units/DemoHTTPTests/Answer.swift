import DemoApp

/// The bytes that a service sends for a request, before it ends the connection.
struct Reply {
  /// The placeholder for the port of the service.
  static let port: Bytes = "<PORT>"

  var data: Bytes
  /// The number of writes in which the data is sent.
  var pieces = 1
  /// Whether the data is sent when the client connects, before its request.
  var isEarly = false
  /// Whether the connection stays open.
  var staysOpen = false

  /// The data with the port of the service, split into pieces.
  func writes(port: Int) -> [Bytes] {
    let data = data.replacing(Reply.port, with: "\(port)").values
    let size = max(1, (data.count + pieces - 1) / pieces)
    return stride(from: 0, to: data.count, by: size).map { Bytes(data[$0..<min($0 + size, data.count)]) }
  }
}

/// A reply of a service, and the outcome of a request that receives it.
struct Answer {
  enum Outcome {
    case user, error, either
  }

  let name: String
  let reply: Reply
  /// The outcome of a GET.
  let outcome: Outcome
  /// The outcome of a POST.
  let postOutcome: Outcome
  /// Whether a redirect that cannot be followed is the only possible error.
  let isRedirect: Bool

  /// Whether the service sends a line after it has received the request, so that it cannot be reported as unreachable.
  /// Data that is sent earlier may make the client close the connection before it sends the request. If the connection
  /// is closed within the first line, the client cannot tell whether an answer had begun.
  var provesReachability: Bool { reply.data.values.contains(UInt8(ascii: "\n")) && !reply.isEarly }

  init(_ name: String, _ reply: Reply, _ outcome: Outcome) {
    self.name = name
    self.reply = reply
    self.outcome = outcome
    postOutcome = outcome
    isRedirect = false
  }

  init(_ name: String, _ data: Bytes, _ outcome: Outcome) {
    self.init(name, Reply(data: data), outcome)
  }

  init(_ name: String, redirect data: Bytes, _ outcome: Outcome, post postOutcome: Outcome) {
    self.name = name
    reply = Reply(data: data)
    self.outcome = outcome
    self.postOutcome = postOutcome
    isRedirect = true
  }

  /// The answers of each class, and mutations of them.
  static func all() -> [Answer] {
    let direct =
      statuses() + versions() + lengths() + headers() + chunks() + codings() + bodies() + cuts() + timings()
      + informationals() + garbage()
    return direct + redirects() + mutations(of: direct.filter { $0.reply.data.count < 2000 })
  }
}

extension User {
  /// The user that every request of these tests asks for.
  static let expected = User(id: "A", name: "User A", friendIDs: ["B"])
}
