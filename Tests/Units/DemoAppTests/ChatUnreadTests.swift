import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// The read messages of an account, and the order of its rooms.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ChatUnreadTests {
  let app = ChatApp()
  var client: TestClient { app.client }

  func unread(of room: Int, in view: String) async throws -> Int64? {
    try await app.row(of: room, in: view)["unread"]?.integer
  }

  /// Opens the lists of two accounts, and small talk for the first.
  func open() async throws {
    for account in ["12345", "hanako"] {
      try await app.logIn(account, in: account)
      try await client.open("rooms", as: "\(account)'s", session: account)
    }
    try await app.openRoom(ChatApp.smallTalk, as: "room", in: "12345")
  }

  @Test func roomsAreInTheOrderOfTheirLastMessage() async throws {
    try await open()
    #expect(try await client.state(of: "12345's")["rooms"]?.integers("id") == [1, 2, 3])
    await app.send("hello", from: "room")
    #expect(try await client.state(of: "12345's")["rooms"]?.integers("id") == [2, 1, 3])
    #expect(try await client.state(of: "hanako's")["rooms"]?.integers("id") == [2, 1])
    #expect(try await app.row(of: ChatApp.smallTalk, in: "hanako's")["lastMessage"]?.string == "hello")
  }

  @Test func theFirstRowHasTheUnreadCountOfTheInitialMessages() async throws {
    try await open()
    #expect(
      try await app.row(of: ChatApp.all, in: "12345's").description
        == #"{"id":1,"account":"12345","name":"全体","unread":14,"lastMessage":"ありがとう 🙏 (120)","time":"2026-01-05T20:00:00Z"}"#
    )
  }

  @Test func ownMessagesNeverCountAndOpeningARoomMarksNothing() async throws {
    try await open()
    for text in ["one", "two"] { await app.send(text, from: "room") }
    #expect(try await unread(of: ChatApp.smallTalk, in: "12345's") == 0)
    #expect(try await unread(of: ChatApp.smallTalk, in: "hanako's") == 2)
    try await app.openRoom(ChatApp.smallTalk, as: "other", in: "hanako")
    #expect(try await unread(of: ChatApp.smallTalk, in: "hanako's") == 2)
  }

  @Test func aReadMessageIsReadInAllSessionsOfTheAccountAndNeverUnreadAgain() async throws {
    try await open()
    for text in ["one", "two", "three"] { await app.send(text, from: "room") }
    try await app.logIn("hanako", in: "second")
    try await client.open("rooms", as: "list", session: "second")
    try await app.openRoom(ChatApp.smallTalk, as: "other", in: "hanako")
    for (id, rest) in [(122, 1), (121, 1), (123, 0), (121, 0)] {
      await client.call("markRead", on: "other", ["upTo": id]).settled
      for view in ["hanako's", "list"] { #expect(try await unread(of: ChatApp.smallTalk, in: view) == Int64(rest)) }
    }
  }

  @Test func messagesOfOtherProgramsCount() async throws {
    try await open()
    try await app.insertMessages(10, in: ChatApp.smallTalk)
    #expect(try await unread(of: ChatApp.smallTalk, in: "12345's") == 10)
    #expect(try await unread(of: ChatApp.smallTalk, in: "hanako's") == 0)
    #expect(try await client.state(of: "12345's")["rooms"]?.integers("id") == [2, 1, 3])
    try await app.database.write { try $0.execute("DELETE FROM message WHERE roomID = 2 AND id > 124") }
    #expect(try await unread(of: ChatApp.smallTalk, in: "12345's") == 4)
    #expect(try await app.row(of: ChatApp.smallTalk, in: "12345's")["lastMessage"]?.string == "4")
  }

  @Test func messagesOfARoomThatIsJoinedCount() async throws {
    try await open()
    try await app.database.write { try $0.execute("INSERT INTO member (roomID, accountID) VALUES (3, 'hanako')") }
    #expect(try await unread(of: ChatApp.notesToSelf, in: "hanako's") == 0)
    try await app.database.write {
      try $0.execute("INSERT INTO message (roomID, accountID, body, sentAt) VALUES (3, '12345', 'hello', 0)")
    }
    #expect(try await unread(of: ChatApp.notesToSelf, in: "hanako's") == 1)
  }

  @Test func onlyAMessageOfTheRoomCanBeMarked() async throws {
    try await open()
    for id in [120, 999, -1] {
      await client.call("markRead", on: "room", ["upTo": id]).settled
      #expect(try await client.state(of: "room")["errorMessage"]?.string == "Not found")
    }
  }

  @Test func theUnreadLineStaysWhereItWasAtTheOpening() async throws {
    try await open()
    for text in ["one", "two"] { await app.send(text, from: "room") }
    let state = try await app.openRoom(ChatApp.smallTalk, as: "other", in: "hanako")
    #expect(state["oldestUnread"]?.integer == 121 && state["scrollTarget"]?.integer == 121)
    await client.call("markRead", on: "other", ["upTo": 122]).settled
    await app.send("three", from: "room")
    #expect(try await client.state(of: "other")["oldestUnread"]?.integer == 121)
    #expect(try await app.openRoom(ChatApp.smallTalk, as: "again", in: "hanako")["oldestUnread"]?.integer == 123)
    #expect(try await client.state(of: "room")["oldestUnread"]?.isNull == true)
  }
}
