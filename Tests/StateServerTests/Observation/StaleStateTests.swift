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
  /// Built anew for each read, in any order.
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
  /// The messages of a host's check.
  @MainActor
  private final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()
  private let client: TestClient

  init() async throws {
    var configuration = ServerConfiguration()
    configuration.reportStaleState = { [reports] in reports.messages.append($0) }
    client = TestClient(PlainApp(), configuration: configuration)
    try await client.open("plain", as: "p")
  }

  @Test(arguments: ["add", "addLater"]) func aForgottenStoreIsReportedOnceAfterACall(action: String) async throws {
    for _ in 1...2 { await client.call(action, on: "p").settled }
    let message = try #require(reports.messages.first)
    #expect(reports.messages.count == 1)
    #expect(message.hasPrefix("The property number of the view type plain has changed without a notification"))
    #expect(client.takeChanges() == [])
  }

  @Test func aForgottenStoreIsReportedAfterASet() async throws {
    await client.request("view/set", #"{"view":"p","properties":{"label":"x"}}"#).settled
    #expect(reports.messages.count == 1)
  }

  @Test func aValueThatIsWrittenInAnotherOrderIsNotReported() async throws {
    for _ in 1...5 { await client.call("shuffle", on: "p").settled }
    #expect(reports.messages == [])
  }

  @Test func viewGetReadsAfreshAndTheChangeIsSent() async throws {
    await client.call("add", on: "p").settled
    #expect(try await client.state(of: "p")["number"]?.integer == 1)
    #expect(client.takeChanges() == [#"p {"number":1}"#])
  }

  @Test func viewGetSendsNothingIfNothingHasChanged() async throws {
    let commit = try ReachedCommit(json: await client.call("shuffle", on: "p").result).commit
    _ = client.takeChanges()
    #expect(try await client.state(of: "p")["number"]?.integer == 0)
    #expect(client.takeChanges() == [])
    await client.request(#"add"#, #"{"view":"p","ifCommit":\#(commit)}"#).settled
    #expect(reports.messages.count == 1, "the call was not refused")
  }
}
