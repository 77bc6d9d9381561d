import DemoApp
import SVVSTesting
import Testing

/// The details of a found user: three parts, each with its own end.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SearchDetailTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var service: GatedSearch { app.search }

  static let repositories = ["x", "y"].enumerated().map { Repository(id: $0.offset, name: $0.element) }

  init() async throws {
    try await client.open("searchDetail", as: "d", params: ["name": "u"])
  }

  func member(_ name: String) async throws -> String? {
    try await client.state(of: "d")[name]?.description
  }

  @Test func thePartsLoadAtOnceAndShareTheListOfRepositories() async throws {
    let appear = client.call("onAppear", on: "d")
    #expect(client.takeChanges() == [#"d {"loadedLanguages":0.0}"#])
    await service.profiles.release("u", with: Profile(login: "u"))
    await service.repositories.release("u", with: Self.repositories)
    await service.languages.arrival(of: 2)
    await service.languages.release("y", with: ["Swift": 3, "C": 9])
    while try await member("loadedLanguages") == "0.0" { _ = try await client.nextChange() }
    #expect(try await member("loadedLanguages") == "0.5")
    await service.languages.release("x", with: ["Swift": 7])
    await appear.settled
    #expect(service.repositories.arrived == ["u"])
    #expect(try await member("languages") == #"[{"name":"Swift","bytes":10},{"name":"C","bytes":9}]"#)
    #expect(try await member("loadedLanguages") == "null")
  }

  @Test func aPartThatFailsLeavesTheOthers() async throws {
    let appear = client.call("onAppear", on: "d")
    await service.profiles.fail("u", with: RepositoryError.notFound)
    await service.repositories.release("u", with: Self.repositories)
    await service.languages.arrival(of: 2)
    await service.languages.fail("x", with: RepositoryError.timedOut)
    #expect(await appear.failure == nil)
    #expect(try await member("profileErrorMessage") == #""Not found""#)
    #expect(try await member("repositoriesErrorMessage") == "null")
    #expect(try await client.state(of: "d")["repositories"]?.count == 2)
    #expect(try await member("languagesErrorMessage") == #""The server did not answer in time""#)
  }

  @Test func aRetryLoadsItsPartAlone() async throws {
    let load = client.call("loadProfile", on: "d")
    await service.profiles.fail("u", with: RepositoryError.unreachable)
    await load.settled
    let retry = client.call("loadProfile", on: "d")
    await service.profiles.release("u", with: Profile(login: "u"))
    await retry.settled
    #expect(try await member("profileErrorMessage") == "null")
    #expect(service.repositories.arrived == [] && service.languages.arrived == [])
  }

  @Test func aCancelledLoadLeavesTheOneBeforeIt() async throws {
    let older = client.call("loadProfile", on: "d")
    let newer = client.call("loadProfile", on: "d")
    client.cancel(newer)
    await newer.settled
    await service.profiles.release("u", with: Profile(login: "u"))
    await older.settled
    #expect(try await client.state(of: "d")["profile"]?["login"]?.string == "u", "a cancelled load counts for nothing")
  }

  @Test func aLoadThatReplacesACancelledOneKeepsItsProgress() async throws {
    let cancelled = client.call("loadLanguages", on: "d")
    await service.repositories.release("u", with: Self.repositories)
    await service.languages.arrival(of: 2)
    client.cancel(cancelled)
    let load = client.call("loadLanguages", on: "d")
    await cancelled.settled
    await service.repositories.release("u", with: Self.repositories)
    await service.languages.arrival(of: 4)
    #expect(try await member("loadedLanguages") == "0.0")
    for name in ["x", "y"] { await service.languages.release(name, with: [:]) }
    await load.settled
    #expect(try await member("loadedLanguages") == "null")
  }

  @Test func atMostFourRepositoriesAreRequestedAtATime() async throws {
    let load = client.call("loadLanguages", on: "d")
    await service.repositories.release("u", with: (0..<6).map { Repository(id: $0, name: "r\($0)") })
    await service.languages.arrival(of: 4)
    #expect(Set(service.languages.arrived) == ["r0", "r1", "r2", "r3"])
    await service.languages.release("r2", with: [:])
    await service.languages.arrival(of: 5)
    for name in ["r0", "r1", "r3", "r4"] { await service.languages.release(name, with: [:]) }
    await service.languages.arrival(of: 6)
    await service.languages.release("r5", with: [:])
    await load.settled
  }
}
