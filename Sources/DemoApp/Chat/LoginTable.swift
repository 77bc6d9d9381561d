import SVVSPersistence

/// A stored login, which can be resumed after a restart.
struct RememberedLogin: Sendable {
  let id: Int
  let account: ChatAccount
  let token: String?
}

/// The table of stored logins, one for each account.
enum LoginTable {
  static let tracked: [TrackedRows] = ["login"]
  /// The key that keeps the writes of logins in order.
  static let order = "login"

  private static let limit = RowLimit(count: 10_000, bytes: 4 << 20, of: "accountID", "name", "token")

  /// The logins, the latest first.
  static func all(in transaction: Transaction) throws -> [RememberedLogin] {
    try transaction.rows(
      "SELECT id, accountID, name, token FROM login ORDER BY id DESC", within: LoginTable.limit
    ).map { row in
      RememberedLogin(
        id: try row.value("id"), account: ChatAccount(id: try row.value("accountID"), name: try row.value("name")),
        token: try row.value("token"))
    }
  }

  /// Stores a login as the latest login. Returns the token of the previous login of the same account.
  static func remember(_ login: AuthenticatedAccount, in transaction: Transaction) throws -> String? {
    let former = try forget(login.account.id, in: transaction)
    try transaction.execute(
      """
      INSERT INTO login (accountID, name, token) VALUES (\(login.account.id), \(login.account.name), \(login.token))
      """)
    return former
  }

  /// Removes the current login of an account, and returns its token.
  static func forget(_ id: ChatAccount.ID, in transaction: Transaction) throws -> String? {
    try transaction.row("DELETE FROM login WHERE accountID = \(id) RETURNING token")?.value("token")
  }

  /// Removes a login, unless the account has a newer one.
  static func forget(_ login: RememberedLogin, in transaction: Transaction) throws {
    try transaction.execute("DELETE FROM login WHERE id = \(login.id)")
  }
}
