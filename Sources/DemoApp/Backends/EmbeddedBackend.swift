import CCrypt
import Foundation
public import SVVSPersistence

extension Backend {
  /// Creates the embedded backend, by default in memory.
  public static func embedded(in database: AppDatabase = .demoInMemory()) -> Backend {
    let authentication = EmbeddedAuthenticationRepository(database: database)
    return Backend(
      users: EmbeddedUserRepository(database: database),
      authentication: authentication,
      notes: EmbeddedNoteRepository(database: database),
      smoothies: EmbeddedSmoothieRepository(database: database),
      chat: EmbeddedChatAuthentication(authentication: authentication, database: database),
      search: UnavailableSearchRepository(),
      database: database)
  }
}

/// The users of the embedded database.
struct EmbeddedUserRepository: UserRepository {
  let database: AppDatabase

  func fetchValue(for id: User.ID) async throws -> User {
    try await database.read { transaction in
      guard let user = try User.fetch(id, in: transaction) else { throw RepositoryError.notFound }
      return user
    }
  }

  func fetchValues(for ids: [User.ID]) async throws -> [User] {
    try await database.read { transaction in
      try ids.compactMap { try User.fetch($0, in: transaction) }
    }
  }

  func updateIsBookmarked(_ isBookmarked: Bool, for id: User.ID) async throws -> User {
    try await database.write(inOrderOf: "user \(id)") { transaction in
      try transaction.execute(#"UPDATE "user" SET isBookmarked = \#(isBookmarked) WHERE id = \#(id)"#)
      guard let user = try User.fetch(id, in: transaction) else { throw RepositoryError.notFound }
      return user
    }
  }
}

extension User {
  static func fetch(_ id: User.ID, in transaction: Transaction) throws -> User? {
    guard let user = try transaction.row(#"SELECT * FROM "user" WHERE id = \#(id)"#) else { return nil }
    let friends = try transaction.rows("SELECT friendID FROM friendship WHERE userID = \(id) ORDER BY position")
    return User(
      id: id, name: try user.value("name"), friendIDs: try friends.map { try $0.value("friendID") },
      isBookmarked: try user.value("isBookmarked"))
  }
}

/// The accounts of the embedded database.
struct EmbeddedAuthenticationRepository: AuthenticationRepository {
  let database: AppDatabase

  func logIn(id: User.ID, password: String) async throws -> User {
    // Front ends can use this user id to try an invalid request.
    guard id != "error" else { throw RepositoryError.invalidRequest }
    let account = try await database.read { transaction -> (user: User, hash: String)? in
      let account = try transaction.row("SELECT passwordHash FROM account WHERE userID = \(id)")
      guard let account, let user = try User.fetch(id, in: transaction) else { return nil }
      return (user, try account.value("passwordHash"))
    }
    guard let account, await PasswordHash(account.hash).matches(password) else {
      throw RepositoryError.unauthorized
    }
    return account.user
  }

  func logOut() async throws {}
}

/// A password hash that the system function `crypt` has computed (for example, a yescrypt hash).
struct PasswordHash: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether this is the hash of `password`. Hashing is slow by design, so this method does not run on the main thread.
  @concurrent
  func matches(_ password: String) async -> Bool {
    // `crypt_r` would compare only the part of the password before a NUL.
    guard !password.utf8.contains(0) else { return false }
    // `crypt_data` has about 32 KB, which is too much for the stack of a worker thread.
    let scratch = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer { scratch.deallocate() }
    scratch.initialize(to: crypt_data())
    guard let result = crypt_r(password, text, scratch) else { return false }
    return String(cString: result) == text
  }
}

/// The authentication of the chat with the accounts of the embedded database. The database also keeps the tokens of the
/// logins.
struct EmbeddedChatAuthentication: ChatAuthentication {
  let authentication: any AuthenticationRepository
  let database: AppDatabase

  func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
    let user = try await authentication.logIn(id: id, password: password)
    let token = UUID().uuidString
    try await database.write { transaction in
      try transaction.execute(
        """
        INSERT INTO token (secret, accountID, passwordHash)
        SELECT \(token), userID, passwordHash FROM account WHERE userID = \(user.id)
        """)
    }
    return AuthenticatedAccount(account: ChatAccount(id: user.id, name: user.name), token: token)
  }

  /// Resumes a login, unless the password of the account has changed since the login.
  func resume(_ token: String) async throws -> ChatAccount {
    let account = try await database.read { transaction in
      try transaction.row(
        """
        SELECT "user".id, "user".name FROM token
        JOIN account ON account.userID = token.accountID AND account.passwordHash = token.passwordHash
        JOIN "user" ON "user".id = account.userID
        WHERE token.secret = \(token)
        """
      ).map { ChatAccount(id: try $0.value("id"), name: try $0.value("name")) }
    }
    guard let account else { throw RepositoryError.unauthorized }
    return account
  }

  func logOut(_ token: String) async throws {
    try await database.write { transaction in
      try transaction.execute("DELETE FROM token WHERE secret = \(token)")
    }
  }
}

/// The notes of the embedded database. The app keeps its copies of these notes in a separate table.
struct EmbeddedNoteRepository: NoteRepository {
  let database: AppDatabase

  func fetchNotes(of userID: User.ID) async throws -> [RemoteNote] {
    try await database.read { transaction in
      try transaction.rows(
        "SELECT id, content FROM remoteNote WHERE userID = \(userID) ORDER BY id", within: NoteTable.limit
      ).map { row in
        RemoteNote(id: String(try row.value("id", as: Int.self)), content: try row.value("content"))
      }
    }
  }

  func addNote(_ content: String, for userID: User.ID, key: RetryKey) async throws -> RemoteNote? {
    let table = NoteTable(userID: userID)
    return try await database.write(inOrderOf: table.order) { transaction in
      let row = try transaction.row(
        """
        INSERT INTO remoteNote (userID, content, retryKey) VALUES (\(userID), \(content), \(key.text))
        ON CONFLICT (retryKey) DO NOTHING RETURNING id
        """)
      // If there is no row, an earlier attempt was committed, and the app has already stored the note.
      guard let id = try row?.value("id", as: Int.self) else { return nil }
      try table.add(RemoteNote(id: String(id), content: content), in: transaction)
      return nil
    }
  }
}

/// The menu of the embedded database.
struct EmbeddedSmoothieRepository: SmoothieRepository {
  let database: AppDatabase

  func fetchAll() async throws -> [Smoothie] {
    try await database.read { transaction in
      try transaction.rows("SELECT * FROM smoothie ORDER BY position").map { row in
        Smoothie(
          id: try row.value("id"), title: try row.value("title"), price: try row.value("price"),
          endDate: try row.value("endDate"))
      }
    }
  }
}
