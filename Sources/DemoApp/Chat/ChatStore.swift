import SVVS
import SVVSPersistence

/// Who has logged in to the chat. Lives as long as the process; which accounts those are is remembered over restarts.
///
/// What belongs to one login lives in a scope of its own, which every session that shows the account shares.
@MainActor @Store
final class ChatStore {
  /// The accounts that have logged in, whether or not their logins have been resumed since the start; the last one first.
  var accounts: [ChatAccount] { remembered.value.map(\.account) }
  /// Why they may be out of date.
  var error: (any Error)? { remembered.error }

  private let remembered: LiveQuery<[RememberedLogin]>
  @ObservationIgnored private var logins: [ChatAccount.ID: StoreScope<ChatLogin>] = [:]
  @ObservationIgnored private var forgetting = Effect.none
  private let authentication: any ChatAuthentication
  private let database: AppDatabase

  init(authentication: any ChatAuthentication, database: AppDatabase) {
    self.authentication = authentication
    self.database = database
    remembered = LiveQuery([], in: database, tracking: LoginTable.tracked) { try LoginTable.all(in: $0) }
  }

  isolated deinit { forgetting.cancel() }

  /// Waits until the accounts are known.
  func load() async throws { try await remembered.load() }

  /// Logs in with a password. An account that is logged in already keeps its stores.
  func logIn(id: ChatAccount.ID, password: String) async throws -> StoreScope<ChatLogin> {
    try await load()
    let login = try await authentication.logIn(id: id, password: password)
    try Task.checkCancellation()
    let former = token(of: login.account.id)
    try await database.write { try LoginTable.remember(login, in: $0) }
    if let former { try? await authentication.logOut(former) }
    return try await scope(of: login.account)
  }

  /// Goes on with a login that is remembered.
  ///
  /// - Throws: ``RepositoryError/unauthorized`` if that is not possible any more; the login is then forgotten.
  func resume(_ id: ChatAccount.ID) async throws -> StoreScope<ChatLogin> {
    if let scope = logins[id] { return scope }
    do {
      guard let token = token(of: id) else { throw RepositoryError.unauthorized }
      return try await scope(of: try await authentication.resume(token))
    } catch RepositoryError.unauthorized {
      try await forget(id)
      throw RepositoryError.unauthorized
    }
  }

  /// Logs an account out, in every session that shows it.
  func logOut(_ id: ChatAccount.ID) async throws {
    let token = token(of: id)
    try await forget(id)
    // It is forgotten here, whether or not the backend can be reached.
    if let token { try? await authentication.logOut(token) }
  }

  private func token(of id: ChatAccount.ID) -> String? {
    remembered.value.first { $0.account.id == id }?.token
  }

  private func forget(_ id: ChatAccount.ID) async throws {
    try await database.write { try LoginTable.forget(id, in: $0) }
    end(id)
  }

  private func end(_ id: ChatAccount.ID) { logins.removeValue(forKey: id)?.end() }

  private func scope(of account: ChatAccount) async throws -> StoreScope<ChatLogin> {
    let scope = StoreScope<ChatLogin>()
    scope.begin { ChatLogin(account, lifetime: $0, database: database) }
    // What a room's view shows, and whether it may, is to be known when it is opened.
    try await scope.current?.load()
    try Task.checkCancellation()
    // Another session may have been faster.
    if let other = logins[account.id] { return other }
    logins[account.id] = scope
    endForgottenLogins()
    return scope
  }

  /// Ends the logins that another process forgets, if it shares the database.
  private func endForgottenLogins() {
    guard case .none = forgetting else { return }
    forgetting = .onChange(of: { [weak self] in self?.accounts ?? [] }) { [weak self] accounts in
      guard let self else { return }
      for id in logins.keys where !accounts.contains(where: { $0.id == id }) { end(id) }
    }
  }
}
