import JSON
import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// A store whose author has forgotten `@Store`.
@MainActor
final class PlainStore {
  var number = 0
}

@MainActor @Observable @ViewState("plain")
final class PlainViewState {
  var number: Int { store.number }
  /// Built anew for each read, with keys in any order.
  var words: [String: Int] { Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count) }) }
  var label = "" { didSet { store.number += 1 } }
  private var names = (1...20).map { "word \($0)" }
  private let store = PlainStore()

  @Action func add() { store.number += 1 }
  @Action func addLater() async {
    await Task.yield()
    store.number += 1
  }
  @Action func shuffle() { names.shuffle() }
}

private struct PlainApp: App {
  var views: [ViewType<Void>] { [ViewType(PlainViewState.self) { PlainViewState() }] }
}

/// Properties that change without a notification are reported in debug builds, and read by `view/get`.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct StaleStateTests {
  private func client() async throws -> TestClient {
    let client = TestClient(PlainApp())
    try await client.open("plain", as: "p")
    return client
  }

  /// Expects that a test records the issue about the property `number`.
  private func expectReport(by body: @MainActor () async throws -> Void) async throws {
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("The property number of the view type plain has changed without a notification")
      }
    }
  }

  @Test(arguments: ["add", "addLater"]) func aForgottenStoreIsReportedOnceAfterACall(action: String) async throws {
    let client = try await client()
    try await expectReport { await client.call(action, on: "p").settled }
    await client.call(action, on: "p").settled
    #expect(client.takeChanges() == [])
  }

  @Test func aForgottenStoreIsReportedAfterASet() async throws {
    let client = try await client()
    try await expectReport { await client.set(["label": "x"], on: "p").settled }
  }

  @Test func aValueThatIsWrittenInAnotherOrderIsNotReported() async throws {
    let client = try await client()
    for _ in 1...5 { await client.call("shuffle", on: "p").settled }
  }

  @Test func viewGetReadsAfreshAndTheChangeIsSent() async throws {
    let client = TestClient(TestHost(PlainApp(), checksForStaleState: false))
    try await client.open("plain", as: "p")
    await client.call("add", on: "p").settled
    #expect(client.takeChanges() == [])
    #expect(try await client.state(of: "p")["number"]?.integer == 1)
    #expect(client.takeChanges() == [#"p {"number":1}"#])
  }

  @Test func viewGetSendsNothingIfNothingHasChanged() async throws {
    let client = try await client()
    let commit = try ReachedCommit(json: await client.call("shuffle", on: "p").result).commit
    _ = client.takeChanges()
    #expect(try await client.state(of: "p")["number"]?.integer == 0)
    #expect(client.takeChanges() == [])
    let call = client.request("shuffle", #"{"view":"p","ifCommit":\#(commit)}"#)
    #expect(await call.failure == nil)
  }
}
