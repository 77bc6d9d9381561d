import SVVSTesting
import Testing

/// Local, shared and derived state of views.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SharedStateTests {
  let client = GatedApp().client

  @Test func localStateNeverShowsInAnotherView() async throws {
    try await client.open("player", as: "p1")
    try await client.open("player", as: "p2")
    await client.call("togglePlaying", on: "p1").settled
    #expect(client.takeChanges() == [#"p1 {"isPlaying":true}"#])
  }

  @Test func sharedStateAlwaysShowsInAnotherView() async throws {
    try await client.open("myPage", as: "my")
    try await client.open("topPage", as: "top")
    await client.call("toggleLogin", on: "my").settled
    #expect(
      client.takeChanges() == [#"my {"isLogin":true,"label":"Logged in"}; top {"isLogin":true,"label":"Logged in"}"#])
  }

  @Test func aDerivedValueChangesInTheSameCommitAsItsSource() async throws {
    try await client.open("mirror", as: "m")
    await client.set(["text": "a"], on: "m").settled
    #expect(client.takeChanges() == [#"m {"text":"a","label":"a"}"#])
  }

  @Test func settingAReadOnlyPropertyIsAnErrorAndChangesNothing() async throws {
    try await client.open("mirror", as: "m")
    let set = client.set(["text": "a", "label": "b"], on: "m")
    #expect(await set.failure?.kind == .invalidParams(path: JSONPointer("properties", "label")))
    #expect(try await client.state(of: "m")["text"]?.string == "")
    #expect(client.takeChanges() == [])
  }

  @Test func settingOnePropertySendsNothingToViewsOfOthers() async throws {
    for name in ["A", "B", "C"] { try await client.open("property\(name)", as: name) }
    await client.set(["a": 1], on: "A").settled
    #expect(client.takeChanges() == [#"A {"a":1}"#])
  }

  @Test func anIncrementReachesTheTextOfTheNestedViewModel() async throws {
    try await client.open("counterB", as: "b")
    await client.call("increment", on: "b", ["by": 3]).settled
    #expect(client.takeChanges() == [#"b {"text":"Buzz","nestedText":"Buzz"}"#])
  }

  @Test func aCountStopsAtTheLargestInteger() async throws {
    try await client.open("counterA", as: "a")
    await client.call("increment", on: "a", ["by": 9223372036854775807]).settled
    await client.call("increment", on: "a").settled
    #expect(client.takeChanges() == [#"a {"count":9223372036854775807}"#])
  }
}
