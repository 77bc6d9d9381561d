import SVVS
import SVVSPersistence

/// The logins to the chat. This store lives as long as the process. The database keeps the accounts.
///
/// Each login has a scope, in which its stores live. All sessions that show the account share this scope.
@MainActor @Store
final class ChatStore {
  /// The accounts that have logged in, the latest first. They include accounts whose logins this process has not
  /// resumed.
  var accounts: [ChatAccount] { remembered.value.map(\.account) }
  /// The reason why the accounts may be out of date.
  var error: (any Error)? { remembered.error }

  private lazy var remembered = LiveQuery<[RememberedLogin]>([], in: loginDatabase, tracking: LoginTable.tracked) {
    try LoginTable.all(in: $0)
  }
  private lazy var logins = KeyedScopes<ChatAccount.ID, ChatLogin> { [remembered] in
    Set(remembered.value.map(\.account.id))
  }
  private let authentication: any ChatAuthentication
  private let database: AppDatabase
  private let loginDatabase: AppDatabase

  /// Waits until the accounts have been read.
  func load() async throws { try await remembered.load() }

  /// The login of an account, if a session of this process has logged in to it or resumed it.
  func login(of id: ChatAccount.ID) -> ChatLogin? { logins[id]?.current }

  /// Logs in with a password. An account that is already logged in keeps its stores.
  func logIn(id: ChatAccount.ID, password: String) async throws -> StoreScope<ChatLogin> {
    try await load()
    let login = try await authentication.logIn(id: id, password: password)
    let scope: StoreScope<ChatLogin>
    let former: String?
    do {
      try Task.checkCancellation()
      // Loads the stores before the write, because loading them may fail.
      scope = try await loadedScope(of: login.account)
      former = try await loginDatabase.write(inOrderOf: LoginTable.order) { try LoginTable.remember(login, in: $0) }
    } catch {
      await revoke(login.token)
      throw error
    }
    await revoke(former)
    return try keep(scope, of: login.account)
  }

  /// Resumes a stored login.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if the token is no longer valid. The login is then removed.
  func resume(_ id: ChatAccount.ID) async throws -> StoreScope<ChatLogin> {
    if let scope = logins[id] { return scope }
    try await load()
    guard let login = remembered.value.first(where: { $0.account.id == id }) else { throw RepositoryError.unauthorized }
    do {
      guard let token = login.token else { throw RepositoryError.unauthorized }
      let account = try await authentication.resume(token)
      return try keep(try await loadedScope(of: account), of: account)
    } catch RepositoryError.unauthorized {
      // Does not remove a newer login of the same account.
      try await loginDatabase.write(inOrderOf: LoginTable.order) { try LoginTable.forget(login, in: $0) }
      throw RepositoryError.unauthorized
    }
  }

  /// Logs out an account in all sessions that show it. The account is no longer shown even if the logout fails.
  func logOut(_ id: ChatAccount.ID) async throws {
    logins.end(id)
    let token = try await loginDatabase.write(inOrderOf: LoginTable.order) { try LoginTable.forget(id, in: $0) }
    // Revokes the token last, so that the account is logged out here even if the backend cannot be reached.
    await revoke(token)
  }

  private func revoke(_ token: String?) async {
    guard let token else { return }
    // Uses a separate task, so that the token is revoked even if the call is cancelled.
    await Task { [authentication] in try? await authentication.logOut(token) }.value
  }

  /// Returns a scope for the stores of an account. The account's memberships are already loaded, because the view of a
  /// room needs the memberships when the view is opened.
  private func loadedScope(of account: ChatAccount) async throws -> StoreScope<ChatLogin> {
    let scope = StoreScope<ChatLogin>()
    scope.begin { ChatLogin(account, lifetime: $0, database: database) }
    try await scope.current?.load()
    try Task.checkCancellation()
    return scope
  }

  /// Keeps a scope until the account logs out. If another session has already kept a scope for the account, returns
  /// that scope.
  private func keep(_ scope: StoreScope<ChatLogin>, of account: ChatAccount) throws -> StoreScope<ChatLogin> {
    if let other = logins[account.id] { return other }
    logins.keep(scope, for: account.id)
    // The account may have been logged out meanwhile.
    guard scope.current != nil else { throw remembered.error ?? RepositoryError.unauthorized }
    return scope
  }
}
