import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// Accounts of the chat whose answers the test releases or fails.
struct GatedChat: ChatAuthentication {
  let logIns = Gate<ChatAccount.ID, AuthenticatedAccount>()
  let resumptions = Gate<String, ChatAccount>()
  let logOuts = Gate<String, Void>()

  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
    try await logIns.answer(to: id)
  }

  func resume(_ token: String) async throws -> ChatAccount { try await resumptions.answer(to: token) }

  func logOut(_ token: String) async throws { try await logOuts.answer(to: token) }
}

/// Accounts of the chat that log in at once, with any password.
struct OpenChat: ChatAuthentication {
  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
    AuthenticatedAccount(account: ChatAccount(id: id, name: "Name of \(id)"), token: id)
  }

  func resume(_ token: String) async throws -> ChatAccount { ChatAccount(id: token, name: "Name of \(token)") }

  func logOut(_ token: String) async throws {}
}

/// The shipped app with a chat in which every account logs in at once, and a client of it.
@MainActor
struct ChatApp {
  /// The seeded rooms.
  static let (all, smallTalk, notesToSelf) = (1, 2, 3)

  let database: AppDatabase
  let client: TestClient

  init(chat: any ChatAuthentication = OpenChat(), database: AppDatabase = .demoInMemory()) {
    self.database = database
    client = TestClient(
      ShippedApp(
        backend: Backend(
          users: GatedUsers(), authentication: GatedAuthentication(), notes: GatedNotes(), smoothies: GatedSmoothies(),
          chat: chat, search: GatedSearch(), database: database),
        language: .english))
  }

  /// Opens a session of its own, with a view of the chat of the same name.
  func openSession(_ name: String) async throws {
    await client.request("session/open", #"{"session":"\#(name)"}"#).settled
    try await client.open("chat", as: name, session: name)
  }

  /// Logs in, in a session that is opened for it.
  func logIn(_ id: ChatAccount.ID, in session: String) async throws {
    try await openSession(session)
    await client.call("logIn", on: session, ["id": id, "password": "x"]).settled
    _ = client.takeChanges()
  }

  /// Opens a room and waits for its messages.
  @discardableResult
  func openRoom(
    _ id: Int, as view: String, in session: String, delivery: Delivery? = nil
  ) async throws -> JSONValue {
    try await client.open("room", as: view, params: ["id": id], session: session, delivery: delivery)
    await client.call("refresh", on: view).settled
    _ = client.takeChanges()
    return try await client.state(of: view)
  }

  /// Sends a message from a room.
  func send(_ body: String, from view: String) async {
    await client.set(["draft": body], on: view).settled
    _ = client.takeChanges()
    await client.call("send", on: view).settled
  }

  /// The row of a room in the list of rooms.
  func row(of room: Int, in view: String) async throws -> JSONValue {
    let rows = try await client.state(of: view)["rooms"]?.elements ?? []
    return try #require(rows.first { $0["id"]?.integer == Int64(room) })
  }

  /// Adds messages of hanako to a room, as another program would.
  func insertMessages(_ count: Int, in room: Int) async throws {
    try await database.write { transaction in
      try transaction.execute(
        """
        WITH RECURSIVE series (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM series WHERE number < \(count))
        INSERT INTO message (roomID, accountID, body, sentAt) SELECT \(room), 'hanako', number, number FROM series
        """)
    }
  }
}

extension JSONValue {
  /// The numbers that a member of an array's elements has.
  func integers(_ member: String) -> [Int64] { elements.compactMap { $0[member]?.integer } }
}
