import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// A program that has its own way to find out how to serve.
@MainActor
func serveBriefly() throws -> Never {
  var configuration = ServerConfiguration()
  configuration.drainTimeout = .seconds(1)
  try AppServer.run(ListApp(), configuration: configuration)
}

/// A program that several front ends share.
@MainActor
func serveAtASocket() throws -> Never {
  try AppServer.listen(at: ServerAddress("list"), ListApp(), endingWhenIdleFor: .seconds(600))
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct StateServerExamples {
  @Test func aLimitIsPassed() async throws {
    var configuration = ServerConfiguration()
    configuration.limits.openViews = 1
    let client = TestClient(ListApp(), configuration: configuration)
    try await client.open("list", as: "a")
    #expect(await client.request(ViewOpen(type: "list", view: "b")).failure?.kind == .overloaded(.openViews))
  }
}
