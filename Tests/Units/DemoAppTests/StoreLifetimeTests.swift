import DemoApp
import SVVSTesting
import Testing

/// R19: what belongs to a login ends with the logout, whatever is still on its way.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct StoreLifetimeTests {
  /// The events during the fetch of the first user's notes.
  enum Event: String, CaseIterable, Sendable {
    case logOut, logIn, answer
  }

  let app = GatedApp()
  var client: TestClient { app.client }

  /// Every order in which the events can follow each other.
  nonisolated static let orders: [[Event]] = Event.allCases.flatMap { first in
    Event.allCases.filter { $0 != first }.map { second in
      [first, second, Event.allCases.first { $0 != first && $0 != second } ?? first]
    }
  }

  func happen(_ event: Event, fails: Bool) async throws {
    switch event {
    case .logOut: try await app.logOut()
    case .logIn: try await app.logIn(.userB, on: "second")
    case .answer where fails: await app.notes.gate.fail("A", with: RepositoryError.timedOut)
    case .answer: await app.notes.gate.release("A", with: [RemoteNote(id: "r1", content: "of the first")])
    }
  }

  @Test(arguments: orders, [false, true])
  func nothingOfTheFirstUserIsThereForTheSecond(order: [Event], fails: Bool) async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    await client.set(["draft": "of the first", "showsModal": true], on: "n").settled
    let refresh = client.call("refresh", on: "n")
    await app.notes.gate.arrival(of: 1)
    for event in order { try await happen(event, fails: fails) }
    #expect(await refresh.failure == nil)
    // A login that the logout came after is over too.
    if order.firstIndex(of: .logIn) ?? 0 < order.firstIndex(of: .logOut) ?? 0 {
      try await app.logIn(.userB, on: "third")
    }
    let state = try await client.state(of: "n")
    #expect(
      state.description == #"{"notes":[],"apiState":"none","draft":"","showsModal":false,"errorMessage":null}"#)
  }

  @Test func theNextLoginOfTheSameUserBeginsAfresh() async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    await client.set(["draft": "old"], on: "n").settled
    try await app.logOut()
    try await app.logIn(.userA, on: "again")
    #expect(try await client.state(of: "n")["draft"]?.string == "")
  }

  @Test func aLoginThatWaitsWhileTheUserLogsOutDoesNotCount() async throws {
    try await client.open("login", as: "l")
    let login = client.call("login", on: "l", ["userId": "A", "password": "x"])
    try await app.logOut()
    await app.authentication.gate.release("A", with: .userA)
    await login.settled
    #expect(try await client.state(of: "h")["user"]?.isNull == true)
  }
}
