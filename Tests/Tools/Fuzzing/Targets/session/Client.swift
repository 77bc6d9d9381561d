import FuzzChecks
import JSON
import StateProtocol
import LibFuzzer

/// A client whose state comes only from the messages that it receives, and which reports messages that are not allowed.
final class Client {
  private struct View {
    var state: Value
    var commit: Int64
    let session: String
    let delivery: String
    /// The number of the call that opened it.
    let number: Int

    init(state: Value, commit: Int64, _ opening: Calls.Call) {
      (self.state, self.commit, number) = (state, commit, opening.number)
      session = opening.params?["session"]?.string ?? "default"
      delivery = opening.params?["delivery"]?.string ?? "properties"
    }
  }

  var calls = Calls()
  private var decoder = FrameDecoder()
  private var views: [String: View] = [:]
  /// The numbers of the last calls that closed views and sessions.
  private var closedViews: [String: Int] = [:]
  private var closedSessions: [String: Int] = [:]
  /// The number of the last commit in a notification or a reply.
  private var lastCommit: Int64 = 0
  /// The maximal length of a name that the client chooses, in bytes.
  private let nameSize: Int
  /// Whether each reply so far belonged to a known call; it does not if two calls had the same id.
  private(set) var isSure = true

  init(nameSize: Int) { self.nameSize = nameSize }

  var viewIDs: [String] { views.keys.sorted() }

  func receive(_ bytes: [UInt8]) {
    decoder.append(bytes)
    do {
      while let event = try decoder.next() {
        guard case .message(let text) = event else { Fuzzer.finding("sends a frame that is too large") }
        guard let message = Value(reading: text), !message.hasOversized else {
          Fuzzer.finding("sends what is not JSON: \(string(text))")
        }
        receive(message)
      }
    } catch {
      Fuzzer.finding("sends bytes that are not a frame: \(string(bytes[...]))")
    }
  }

  private func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func receive(_ message: Value) {
    if let answers = message.elements {
      require(!answers.isEmpty, "sends an empty batch")
      for answer in answers { receive(answer: answer) }
    } else if let method = message["method"] {
      require(method.string == "state/changed" && message["id"] == nil, "calls \(method)")
      require(message["jsonrpc"] == .text("2.0"), "a notification is not JSON-RPC: \(message)")
      receive(commit: message["params"] ?? .null)
    } else {
      receive(answer: message)
    }
  }

  // MARK: - Replies

  private func receive(answer: Value) {
    require(answer["jsonrpc"] == .text("2.0"), "a reply is not JSON-RPC: \(answer)")
    guard let id = answer["id"] else { Fuzzer.finding("a reply has no id: \(answer)") }
    require(
      (answer["result"] == nil) != (answer["error"] == nil),
      "a reply does not have either a result or an error: \(answer)")
    let call = calls.answered(id)
    if call == nil { isSure = false }
    if let error = answer["error"] {
      require(error["code"]?.integer != nil && error["message"]?.string != nil, "a malformed error: \(answer)")
      require(error["data"]?["kind"]?.string != nil, "an error has no kind: \(answer)")
      require(error["data"]?["kind"]?.string != "InternalError", "an internal error: \(answer)")
    }
    guard let result = answer["result"] else { return }
    requireShort(id)
    guard isSure, let call else { return }
    if let commit = result["commit"]?.integer {
      require(commit >= lastCommit, "a reply has commit \(commit) after \(lastCommit)")
      lastCommit = commit
    }
    settle(call, result)
  }

  /// Checks that an accepted name or id is not too long.
  private func requireShort(_ name: Value?) {
    guard case .string(let name) = name else { return }
    require(name.count <= nameSize, "accepts a name of \(name.count) bytes")
  }

  private func settle(_ call: Calls.Call, _ result: Value) {
    switch call.method {
    case "session/open": requireShort(result["session"])
    case "view/open": opened(call, result)
    case "view/get": got(result)
    case "view/close":
      guard let id = call.params?["view"]?.string else { Fuzzer.finding("closes a view without a name") }
      closedViews[id] = call.number
      if let view = views[id], view.number < call.number { views[id] = nil }
    case "session/close":
      guard let id = call.params?["session"]?.string else { Fuzzer.finding("closes a session without a name") }
      closedSessions[id] = call.number
      views = views.filter { $1.session != id || $1.number > call.number }
    default: break
    }
  }

  private func got(_ result: Value) {
    guard let id = result["view"]?.string, let state = result["state"] else { Fuzzer.finding("no view: \(result)") }
    guard var view = views[id] else {
      // A notification may have opened it, without a reply.
      guard let opening = calls.notifications.last(where: { $0.method == "view/open" && names($0, id) }) else {
        Fuzzer.finding("replies with a view that is not open: \(result)")
      }
      views[id] = View(state: state, commit: lastCommit, opening)
      return
    }
    for (name, value) in state.members ?? [:] {
      require(view.state.members?[name] == value, "\(string(name[...])) of \(id) differs from the folded state")
    }
    require(state.members?.count == view.state.members?.count, "the properties of \(id) differ from the folded state")
    (view.state, view.commit) = (state, lastCommit)
    views[id] = view
  }

  /// Whether a call may have opened a view of this name.
  private func names(_ call: Calls.Call, _ id: String) -> Bool {
    call.params?["view"].map { $0 == .null || $0.string == id } ?? true
  }

  private func opened(_ call: Calls.Call, _ result: Value) {
    guard let id = result["view"]?.string, let state = result["state"] else {
      Fuzzer.finding("a view is opened without a snapshot: \(result)")
    }
    require(names(call, id), "a view has another name: \(id)")
    require(!id.isEmpty, "opens a view with an empty name")
    requireShort(result["view"])
    let session = call.params?["session"]?.string ?? "default"
    // The reply to a batch is sent when the last of its calls has settled: by then the view may be closed, and another
    // may have its name. The same applies to the reply to its close.
    let isOver = [closedViews[id], closedSessions[session], views[id]?.number].contains { ($0 ?? 0) > call.number }
    guard !isOver else { return }
    if let view = views[id] {
      let isClosing = (calls.all + calls.notifications).contains {
        $0.method.hasSuffix("/close") && $0.number > view.number
      }
      require(isClosing, "opens \(id) twice")
    }
    views[id] = View(state: state, commit: lastCommit, call)
  }

  // MARK: - Changes

  private func receive(commit: Value) {
    guard let number = commit["commit"]?.integer, let changes = commit["views"]?.elements, !changes.isEmpty else {
      Fuzzer.finding("a malformed commit: \(commit)")
    }
    // Commits that only others receive have numbers, too.
    require(number > lastCommit, "commit \(number) follows \(lastCommit)")
    lastCommit = number
    // The causes do not include calls of others and calls with a reply.
    for id in (commit["cause"]?.elements ?? []).compactMap({ $0["id"] }) {
      require(calls.ids.contains(id), "names the cause \(id), which is not a call in progress")
    }
    guard isSure else { return }
    var mentioned: Set<String> = []
    for change in changes {
      guard let id = change["view"]?.string, var view = views[id] else {
        Fuzzer.finding("mentions a view that is not open: \(change)")
      }
      require(mentioned.insert(id).inserted, "mentions \(id) twice in a commit")
      require(change["from"] == .integer(view.commit), "\(id) has commit \(view.commit): \(change)")
      view.commit = number
      apply(change, to: &view)
      views[id] = view
    }
  }

  private func apply(_ change: Value, to view: inout View) {
    switch view.delivery {
    case "patch":
      guard let patch = change["patch"], let state = view.state.applying(patch: patch) else {
        Fuzzer.finding("a patch does not apply: \(change)")
      }
      view.state = state
    default:
      guard let changes = change["changes"]?.members, !changes.isEmpty else {
        Fuzzer.finding("a change without values: \(change)")
      }
      for (name, value) in changes {
        // Equal values may differ as texts, if their members are in another order.
        let isNew = view.state.members?[name] != value || name == Array("anything".utf8)
        require(isNew, "sends the same value of \(string(name[...])) again: \(change)")
      }
      view.state = .object((view.state.members ?? [:]).merging(changes) { $1 })
    }
  }
}
