import JSON
import SVVS
import StateProtocol
import SVVSTesting
import StateServer
import Testing

/// A front end that keeps every view by its snapshot and the changes, and asks `view/get` only to see
/// whether it is right.
@MainActor
final class FoldingClient {
  let client: TestClient
  /// The views by name, as far as the answers have been read.
  private(set) var views: [String: FoldedView] = [:]
  /// How many commits have been read.
  private(set) var commitCount = 0

  private var openings: [Int: (view: String, delivery: Delivery)] = [:]
  private var checks: [Int: String] = [:]
  private var closing: Set<String> = []
  private var lastNumber = 0

  init(_ app: some App) { client = TestClient(app) }

  /// The views that can be used.
  var openViews: [String] {
    (Array(views.keys) + openings.values.map(\.view)).filter { !closing.contains($0) }.sorted()
  }

  func open(_ delivery: Delivery) {
    lastNumber += 1
    let view = "\(delivery.rawValue)\(lastNumber)"
    let params = #"{"type":"shelf","view":"\#(view)","delivery":"\#(delivery.rawValue)"}"#
    openings[client.request("view/open", params).id] = (view, delivery)
  }

  func check(_ view: String) {
    checks[client.request("view/get", #"{"view":"\#(view)"}"#).id] = view
  }

  /// Begins to close a view and returns the call.
  func close(_ view: String) -> TestCall {
    closing.insert(view)
    return client.request("view/close", #"{"view":"\#(view)"}"#)
  }

  /// Removes a view whose close has been answered.
  func forget(_ view: String) {
    views[view] = nil
    closing.remove(view)
  }

  /// Reads all that the server has sent.
  func read() async throws {
    while !client.unreadLines.isEmpty {
      let message = try await JSONValue(parsing: client.nextLine())
      if let commit = message["params"] { try fold(commit) }
      guard let id = message["id"]?.integer.map(Int.init) else { continue }
      guard let result = message["result"] else {
        // The view has closed before its snapshot was written.
        let view = try #require(openings.removeValue(forKey: id)?.view ?? checks.removeValue(forKey: id))
        #expect(closing.contains(view) && message["error"]?["data"]?["reason"]?.string == "viewClosed")
        continue
      }
      if let opening = openings.removeValue(forKey: id) {
        views[opening.view] = FoldedView(delivery: opening.delivery, snapshot: result)
      }
      if let view = checks.removeValue(forKey: id) { views[view]?.check(against: result) }
    }
  }

  private func fold(_ commit: JSONValue) throws {
    commitCount += 1
    let number = try #require(commit["commit"]?.integer)
    let entries = try #require(commit["views"]).elements
    var sharedNames: [String: Set<String>] = [:]
    for entry in entries {
      let view = try #require(entry["view"]?.string)
      let names = try #require(try views[view]?.fold(entry, of: number), "\(view) is not open")
      #expect(sharedNames.updateValue(names.subtracting(["draft"]), forKey: view) == nil, "\(view) is sent twice")
    }
    // All show the same store, so what changed for one has changed for all, whatever their delivery.
    let all = sharedNames.values.reduce(into: Set()) { $0.formUnion($1) }
    for view in views.keys where !closing.contains(view) && !all.isEmpty {
      #expect(sharedNames[view] == all, "\(view), of the names that the views receive")
    }
  }
}
