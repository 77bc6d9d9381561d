public import SVVS

/// The chat account that one front end shows. This store lives as long as the session of the front end.
@MainActor @Store
public final class ChatSession {
  /// The login of the shown account. Nil if no account is shown, or if the shown account was logged out in another
  /// session.
  var current: ChatLogin? { shown?.current }

  private var shown: StoreScope<ChatLogin>?
  /// The number of attempts so far. The result of an attempt is shown, unless the result of a later attempt is already
  /// shown.
  @ObservationIgnored private var lastAttempt = 0
  /// The number of the attempt whose result is shown.
  @ObservationIgnored private var shownAttempt = 0
  private let store: ChatStore

  /// Shows the first account whose login can be resumed, unless an account is already shown. Removes logins that cannot
  /// be resumed.
  ///
  /// - Throws: The error that prevented a login from being resumed, unless another login was resumed.
  func start() async throws {
    try await store.load()
    guard current == nil else { return }
    let found = try await first(of: store.accounts.map(\.id))
    // The user may have logged in meanwhile.
    if current == nil { shown = found }
  }

  /// Logs in to an account with its password, and shows the account.
  func logIn(id: ChatAccount.ID, password: String) async throws {
    try await attempt { try await self.store.logIn(id: id, password: password) }
  }

  /// Shows another account that has logged in.
  func switchTo(_ id: ChatAccount.ID) async throws {
    try await attempt { try await self.store.resume(id) }
  }

  /// Logs out the shown account, and shows the next account.
  func logOut() async throws {
    guard let id = current?.account.id else { return }
    try await attempt {
      let ids = self.store.accounts.map(\.id)
      let index = ids.firstIndex(of: id) ?? ids.startIndex
      try await self.store.logOut(id)
      return try await self.first(of: (ids[index...] + ids[..<index]).filter { $0 != id })
    }
  }

  private func attempt(_ work: () async throws -> StoreScope<ChatLogin>?) async throws {
    lastAttempt += 1
    let attempt = lastAttempt
    let scope = try await work()
    if attempt > shownAttempt { (shown, shownAttempt) = (scope, attempt) }
  }

  /// Resumes the first login that can be resumed.
  private func first(of ids: [ChatAccount.ID]) async throws -> StoreScope<ChatLogin>? {
    var failure: (any Error)?
    for id in ids {
      do {
        return try await store.resume(id)
      } catch RepositoryError.unauthorized {
        // The store has already removed this login, so the next one is tried.
      } catch {
        try Task.checkCancellation()
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }
}
