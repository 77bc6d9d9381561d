import SVVSPersistence

/// What is remembered of a login over restarts.
struct RememberedLogin: Sendable {
  let account: ChatAccount
  let token: String?
}

/// The logins that are remembered, of each account one.
enum LoginTable {
  static let tracked: [TrackedRows] = ["login"]

  /// The logins, the last one first.
  static func all(in transaction: Transaction) throws -> [RememberedLogin] {
    try transaction.rows("SELECT accountID, name, token FROM login ORDER BY id DESC").map { row in
      RememberedLogin(
        account: ChatAccount(id: try row.value("accountID"), name: try row.value("name")),
        token: try row.value("token"))
    }
  }

  /// Remembers a login as the last one.
  static func remember(_ login: AuthenticatedAccount, in transaction: Transaction) throws {
    try forget(login.account.id, in: transaction)
    try transaction.execute(
      """
      INSERT INTO login (accountID, name, token) VALUES (\(login.account.id), \(login.account.name), \(login.token))
      """)
  }

  /// Forgets the login of an account.
  static func forget(_ id: ChatAccount.ID, in transaction: Transaction) throws {
    try transaction.execute("DELETE FROM login WHERE accountID = \(id)")
  }
}
