import SVVSTesting
import StateProtocol

/// The state of one view in a front end.
struct HeldView {
  private(set) var commit: Int
  private(set) var state: [String: JSONValue]

  init(_ snapshot: ViewSnapshot<JSONObject>) {
    commit = snapshot.commit
    state = Dictionary(uniqueKeysWithValues: snapshot.state.json.members.map { ($0.key, $0.value) })
  }

  init(_ state: JSONObject, at commit: Int) {
    self.commit = commit
    self.state = Dictionary(uniqueKeysWithValues: state.json.members.map { ($0.key, $0.value) })
  }

  mutating func fold(_ change: ViewChange, of commit: Int) throws {
    guard change.from == self.commit else { throw Gap() }
    self.commit = commit
    guard case .values(let change) = change else { throw Gap() }
    for (name, value) in change.changes.json.members { state[name] = value }
    for (name, text) in change.appended ?? [:] {
      guard let held = state[name]?.string else { throw Gap() }
      var writer = JSONWriter()
      (held + text).encode(to: &writer)
      state[name] = try JSONValue(parsing: writer.description)
    }
  }
}

/// A change that does not follow the one before: the server is at fault, or the fold is.
struct Gap: Error {}

/// A front end that has one request under way at a time.
@MainActor
final class FrontEnd {
  private(set) var views: [ExactString: HeldView] = [:]

  private let write: @MainActor (String) -> Void
  private let read: @MainActor () async throws -> String
  private var lastID: Int64 = 0

  init(of client: TestClient) {
    write = { client.send($0) }
    read = { try await client.nextLine() }
  }

  func notify<Request: ClientRequest>(_ request: Request) {
    var writer = JSONWriter()
    writer.request(Request.method, id: nil, params: request)
    write(writer.description)
  }

  func send<Request: ClientRequest>(_ request: Request) async throws -> Request.Response {
    lastID += 1
    var writer = JSONWriter()
    writer.request(Request.method, id: .integer(lastID), params: request)
    write(writer.description)
    while true {
      switch try await ServerMessage(parsing: read()) {
      case .stateChanged(let change): try fold(change)
      case .sessionChanged(let change): follow(change)
      case .responses(let responses):
        guard let response = responses.first(where: { $0.id == .integer(lastID) }) else { continue }
        return try settle(response, as: Request.Response.self)
      }
    }
  }

  private func settle<Result: JSONCodable>(_ response: Response, as type: Result.Type) throws -> Result {
    switch response.result {
    case .success(let json):
      let result = try Result(json: json)
      if let snapshot = result as? ViewSnapshot<JSONObject> { views[snapshot.view] = HeldView(snapshot) }
      if let joined = result as? SessionJoin.Response {
        for view in joined.views { views[view.view] = HeldView(view.state, at: joined.commit) }
      }
      return result
    case .failure(let error): throw error
    }
  }

  private func fold(_ change: StateChanged<[ViewChange]>) throws {
    for entry in change.views { try views[entry.view]?.fold(entry, of: change.commit) }
  }

  private func follow(_ change: SessionChanged<[OpenedView<JSONObject>]>) {
    for view in change.closed { views[view] = nil }
    for view in change.opened { views[view.view] = HeldView(view.state, at: view.commit) }
  }
}
