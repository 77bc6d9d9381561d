import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// Messages of a room: sending them, and what is shown of them.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChatRoomTests {
  let app = ChatApp()
  var client: TestClient { app.client }

  @Test func aRoomShowsTheNewestFiftyOldestFirst() async throws {
    try await app.logIn("12345", in: "s")
    let state = try await app.openRoom(ChatApp.all, as: "r", in: "s")
    #expect(state["messages"]?.integers("id") == Array(71...120))
    #expect(
      state["messages"]?.elements.last?.description
        == #"{"id":120,"account":"test","name":"Test User","body":"ありがとう 🙏 (120)","time":"2026-01-05T20:00:00Z"}"#)
    #expect(state["room"]?.description == #"{"id":1,"name":"全体"}"#)
  }

  @Test func aSentMessageShowsInEverySessionInOneCommitBeforeTheReply() async throws {
    for account in ["12345", "hanako"] {
      try await app.logIn(account, in: account)
      try await app.openRoom(ChatApp.smallTalk, as: "room of \(account)", in: account)
      try await client.open("rooms", as: "rooms of \(account)", session: account)
    }
    await app.send("hello", from: "room of 12345")
    let changes = client.takeChanges()
    #expect(changes.count == 3, "the draft is empty, the message is there, and the list scrolls to it")
    for account in ["12345", "hanako"] {
      #expect(changes[1].contains(#"room of \#(account) {"messages":[{"id":121,"account":"12345","name":"太郎""#))
      #expect(changes[1].contains(#"rooms of \#(account) {"rooms":[{"id":2,"account":"\#(account)","name":"雑談""#))
    }
    #expect(changes[0] == #"room of 12345 {"draft":"","canSend":false}"#)
    #expect(changes[2] == #"room of 12345 {"scrollTarget":121}"#)
  }

  @Test func messagesThatAreSentTogetherShowOnceAndInTheOrderOfTheDatabase() async throws {
    for account in ["12345", "hanako"] {
      try await app.logIn(account, in: account)
      try await app.openRoom(ChatApp.smallTalk, as: "room of \(account)", in: account)
      await client.set(["draft": "hello"], on: "room of \(account)").settled
    }
    let calls = ["12345", "hanako"].map { client.call("send", on: "room of \($0)") }
    for call in calls { await call.settled }
    for account in ["12345", "hanako"] {
      #expect(try await client.state(of: "room of \(account)")["messages"]?.integers("id") == [121, 122])
    }
  }

  @Test func aBlankDraftCannotBeSent() async throws {
    try await app.logIn("12345", in: "s")
    #expect(try await app.openRoom(ChatApp.notesToSelf, as: "r", in: "s")["canSend"]?.boolean == false)
    await client.set(["draft": " \n\t\u{3000}"], on: "r").settled
    await client.call("send", on: "r").settled
    #expect(client.takeChanges() == [#"r {"draft":" \n\t　"}"#])
  }

  @Test func aDraftThatIsEnteredWhileAnotherIsSentIsTheNextMessage() async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.notesToSelf, as: "r", in: "s")
    let write = HeldWrite()
    write.begin(in: app.database)
    var calls: [TestCall] = []
    for draft in ["a", "b"] {
      await client.set(["draft": draft], on: "r").settled
      calls.append(client.call("send", on: "r"))
    }
    await client.call("send", on: "r").settled
    await client.set(["draft": "c"], on: "r").settled
    write.end()
    for call in calls { await call.settled }
    let state = try await client.state(of: "r")
    #expect(state["messages"]?.elements.map { $0["body"]?.string } == ["a", "b"])
    #expect(state["draft"]?.string == "c" && state["canSend"]?.boolean == true)
  }

  @Test(arguments: ["a\0b", "a"])
  func aRefusedDraftStaysWithAMessage(draft: String) async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.notesToSelf, as: "r", in: "s")
    if draft == "a" {
      try await app.database.write {
        try $0.execute("CREATE TRIGGER refuse BEFORE INSERT ON message BEGIN SELECT RAISE(ABORT, 'no'); END")
      }
    }
    await app.send(draft, from: "r")
    let state = try await client.state(of: "r")
    #expect(state["draft"]?.string?.hasPrefix("a") == true && state["canSend"]?.boolean == true)
    #expect(
      state["errorMessage"]?.string
        == (draft == "a" ? "The data could not be accessed" : "The text contains a character that cannot be stored"))
    #expect(state["messages"]?.count == 0)
    await client.call("refresh", on: "r").settled
    let later = try await client.state(of: "r")["errorMessage"]
    #expect(later == state["errorMessage"], "another action takes nothing back")
    await client.set(["draft": "b"], on: "r").settled
    #expect(try await client.state(of: "r")["errorMessage"]?.isNull == true)
  }

  @Test func earlierMessagesComeFiftyAtATimeAndMoveNoOther() async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.all, as: "r", in: "s")
    for first in [21, 1] {
      await client.call("loadEarlier", on: "r").settled
      #expect(try await client.state(of: "r")["messages"]?.integers("id") == Array(Int64(first)...120))
    }
    _ = client.takeChanges()
    await client.call("loadEarlier", on: "r").settled
    #expect(client.takeChanges().allSatisfy { !$0.contains("messages") }, "at the beginning it does nothing")
  }

  @Test func twoCallsForEarlierMessagesAtATimeLoadThemOnce() async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.all, as: "r", in: "s")
    let calls = [client.call("loadEarlier", on: "r"), client.call("loadEarlier", on: "r")]
    for call in calls { await call.settled }
    #expect(try await client.state(of: "r")["messages"]?.integers("id") == Array(21...120))
  }

  @Test func aRefreshShowsWhatAnotherProgramHasChangedInEarlierMessages() async throws {
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.all, as: "r", in: "s")
    await client.call("loadEarlier", on: "r").settled
    try await app.database.write { try $0.execute("DELETE FROM message WHERE id = 30") }
    await client.call("refresh", on: "r").settled
    #expect(try await client.state(of: "r")["messages"]?.integers("id") == Array(21...29) + Array(31...120))
  }

  @Test func inALongRoomAMessageIsSentAtThePriceOfOne() async throws {
    try await app.insertMessages(10_000, in: ChatApp.smallTalk)
    try await app.logIn("12345", in: "s")
    try await app.openRoom(ChatApp.smallTalk, as: "r", in: "s", delivery: .patch)
    for _ in 1...9 { await client.call("loadEarlier", on: "r").settled }
    #expect(try await client.state(of: "r")["messages"]?.count == 500)
    await app.send("hello", from: "r")
    let change = try #require(client.takeChanges().dropFirst().first)
    #expect(change.hasPrefix(#"r [{"op":"add","path":"/messages/500","value":{"id":10121,"account":"12345""#))
    #expect(change.count < 200)
  }
}
