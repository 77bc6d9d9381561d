import DemoFixtures
import SVVSTesting
import Testing

/// The page that plays a build.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct BuildTests {
  let app = GatedApp()
  var client: TestClient { app.client }

  /// Builds files, one after the other.
  func build(_ files: Int) async throws {
    try await client.open("build", as: "b")
    await client.set(["files": files], on: "b").settled
    let build = client.call("build", on: "b")
    for number in 0..<files {
      await app.clock.sleepers(1)
      #expect(try await client.state(of: "b")["compiled"]?.integer == Int64(number))
      app.clock.advance(by: .milliseconds(50))
    }
    await build.settled
  }

  @Test func aBuildShowsItsProgressAndItsProblems() async throws {
    try await build(8)
    let state = try await client.state(of: "b")
    #expect(state["compiled"]?.isNull == true && state["notice"]?.string == "The build has ended")
    #expect(state["log"]?.string?.hasSuffix("Compiling file 8\n") == true)
    let place = try #require(state["problems"]?.elements.first?["place"])
    #expect(place["line"]?.integer == 7 && place["path"]?.string?.hasSuffix("BuildViewState.swift") == true)
    await client.call("showProblem", on: "b").settled
    #expect(try await client.state(of: "b")["shownPlace"] == place)
  }

  @Test func aBuildThatReplacesAStoppedOneKeepsItsProgress() async throws {
    try await client.open("build", as: "b")
    let stopped = client.call("build", on: "b")
    await app.clock.sleepers(1)
    client.call("stop", on: "b")
    let build = client.call("build", on: "b")
    await stopped.settled
    #expect(try await client.state(of: "b")["compiled"]?.integer == 0)
    client.call("stop", on: "b")
    await build.settled
    #expect(try await client.state(of: "b")["compiled"]?.isNull == true)
  }

  @Test func theEndOfABuildIsTheNumberOfFilesThatItWasStartedWith() async throws {
    try await client.open("build", as: "b")
    let build = client.call("build", on: "b")
    await client.set(["files": 3], on: "b").settled
    #expect(try await client.state(of: "b")["fileCount"]?.integer == 20)
    client.call("stop", on: "b")
    await build.settled
  }

  @Test(arguments: [("all", 0, true), ("problems", 0, false), ("none", 1, false)])
  func theProductsAreRemovedAsTheAnswerSays(choice: String, problems: Int, isEmpty: Bool) async throws {
    try await build(7)
    await client.call("clean", on: "b").settled
    let id = try #require(await client.state(of: "b")["question"]?["id"]?.string)
    await client.call("answer", on: "b", ["choice": choice, "question": id]).settled
    let state = try await client.state(of: "b")
    #expect(state["problems"]?.count == problems && state["log"]?.string?.isEmpty == isEmpty)
    #expect(state["question"]?.isNull == true)
  }

  @Test func aWrongNumberOfFilesIsAnErrorOfItsField() async throws {
    try await client.open("build", as: "b")
    await client.set(["files": 0], on: "b").settled
    await client.call("build", on: "b").settled
    #expect(try await client.state(of: "b")["filesError"]?.string == "Enter a number from 1 to 10000")
  }
}
