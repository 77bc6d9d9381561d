import DemoApp
import SVVSTesting
import Testing

/// The account of a view, in a session that shows another account.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChatAccountTests {
  let app = ChatApp()
  var client: TestClient { app.client }

  /// Opens the rooms and a room of hanako, and then shows the account 12345.
  private func openAndSwitch() async throws {
    try await app.logIn("hanako", in: "s")
    try await client.open("rooms", as: "rooms", session: "s")
    try await app.openRoom(ChatApp.smallTalk, as: "room", in: "s")
    await client.call("logIn", on: "s", ["id": "12345", "password": "x"]).settled
    #expect(try await client.state(of: "s")["current"]?["id"]?.string == "12345")
  }

  @Test func aRoomSendsAsItsAccountAfterASwitchAndSaysSo() async throws {
    try await openAndSwitch()
    await app.send("hello", from: "room")
    let room = try await client.state(of: "room")
    #expect(room["messages"]?.elements.last?["account"]?.string == "hanako")
    #expect(room["roomAndAccount"]?.string == "雑談 · Name of hanako")
  }

  @Test func theRoomsKeepTheirAccountAfterASwitch() async throws {
    try await openAndSwitch()
    let rooms = try await client.state(of: "rooms")
    #expect(rooms["account"]?.string == "hanako" && rooms["accountName"]?.string == "Name of hanako")
    #expect(rooms["rooms"]?.elements.map { $0["account"]?.string } == ["hanako", "hanako"])
  }

  @Test func theParameterSelectsTheAccount() async throws {
    try await openAndSwitch()
    try await client.open("rooms", as: "current", session: "s")
    #expect(try await client.state(of: "current")["account"]?.string == "12345")
    for account in ["12345", "hanako"] {
      try await client.open("rooms", as: account, params: ["account": account], session: "s")
      #expect(try await client.state(of: account)["account"]?.string == account)
    }
    try await client.open("room", as: "old", params: ["id": 2, "account": "hanako"], session: "s")
    #expect(try await client.state(of: "old")["roomAndAccount"]?.string == "雑談 · Name of hanako")
  }

  @Test func anAccountThatIsNotLoggedInIsRefused() async throws {
    try await openAndSwitch()
    await #expect(throws: Failure.self) {
      try await client.open("rooms", as: "r", params: ["account": "test"], session: "s")
    }
    await #expect(throws: Failure.self) {
      try await client.open("room", as: "r", params: ["id": 1, "account": "test"], session: "s")
    }
  }

  @Test func aLogoutClosesTheViewsOfTheAccountInASessionThatShowsAnother() async throws {
    try await openAndSwitch()
    try await app.logIn("hanako", in: "t")
    await client.call("logOut", on: "t").settled
    #expect(Set(client.takeSessionChanges().flatMap { $0.closed }.map(\.string)) == ["rooms", "room"])
  }
}
