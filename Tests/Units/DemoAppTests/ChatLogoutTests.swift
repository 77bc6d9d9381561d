import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// R51: what belongs to a login ends with the logout, in every session that shows the account.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChatLogoutTests {
  let app = ChatApp()
  var client: TestClient { app.client }

  @Test func loggingOutClosesEveryViewOfTheLoginInEverySessionAndNoOther() async throws {
    for (account, session) in [("12345", "s"), ("12345", "t"), ("hanako", "u")] {
      try await app.logIn(account, in: session)
      try await client.open("rooms", as: "rooms of \(session)", session: session)
      try await app.openRoom(ChatApp.all, as: "room of \(session)", in: session)
    }
    await client.call("logOut", on: "s").settled
    let closed = client.takeSessionChanges().flatMap { $0.closed }.map(\.string)
    #expect(Set(closed) == ["rooms of s", "room of s", "rooms of t", "room of t"])
    for view in closed { await #expect(throws: Failure.self) { try await client.state(of: view) } }
    #expect(try await client.state(of: "t")["current"]?.isNull == true)
    #expect(try await client.state(of: "room of u")["messages"]?.count == 50)
  }

  @Test func callsOfTheClosedViewsAreAnswered() async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.smallTalk, as: "r", in: "s")
    let write = HeldWrite()
    write.begin(in: app.database)
    await client.set(["draft": "hello"], on: "r").settled
    let send = client.call("send", on: "r")
    let logOut = client.call("logOut", on: "s")
    write.end()
    #expect(await send.failure?.kind == .requestCancelled(.viewClosed))
    await logOut.settled
    #expect(try await client.state(of: "s")["accounts"]?.count == 0)
  }

  @Test func theNextLoginOfTheSameAccountBeginsAfresh() async throws {
    for session in ["s", "t"] { try await app.logIn("12345", in: session) }
    await client.call("logOut", on: "s").settled
    await client.call("logIn", on: "s", ["id": "12345", "password": "x"]).settled
    #expect(try await client.state(of: "t")["current"]?.isNull == true, "it was logged out there")
  }

  @Test func roomsAreRefusedWithoutALogin() async throws {
    let opening: [(String, KeyValuePairs<String, any JSONEncodable>)] = [("rooms", [:]), ("room", ["id": 1])]
    for (type, params) in opening {
      let failure = await #expect(throws: Failure.self) { try await client.open(type, as: "r", params: params) }
      #expect(failure?.message == "Open the chat and log in first.")
      #expect(failure?.kind.name == "InvalidParams")
    }
  }

  @Test(arguments: [3, 99, -1])
  func aRoomIsRefusedToAnAccountThatIsNotAMember(id: Int) async throws {
    try await app.logIn("hanako", in: "s")
    let failure = await #expect(throws: Failure.self) {
      try await client.open("room", as: "r", params: ["id": id], session: "s")
    }
    #expect(failure?.message == "You are not a member of this room.")
  }

  @Test func leavingARoomClosesItsViewsAndThoseOfNoOtherMember() async throws {
    for account in ["12345", "hanako"] {
      try await app.logIn(account, in: account)
      try await app.openRoom(ChatApp.smallTalk, as: "room of \(account)", in: account)
    }
    try await app.database.write { try $0.execute("DELETE FROM member WHERE accountID = 'hanako' AND roomID = 2") }
    #expect(try await client.nextSessionChange().closed == ["room of hanako"])
    await #expect(throws: Failure.self) { try await client.state(of: "room of hanako") }
    #expect(try await client.state(of: "room of 12345")["room"]?["name"]?.string == "雑談")
  }
}
