import SVVS

/// Who is logged in. Lives as long as the process; what belongs to one login lives in its scope.
@MainActor @Observable
final class LoginStore {
  /// What lives from a login to the logout.
  struct Login {
    let userID: User.ID
    let attempt: Int
  }

  /// The user who is logged in.
  var user: User? { scope.current.flatMap { users.values[$0.userID] } }

  private let scope = StoreScope<Login>()
  /// Numbers logins and logouts: the answer to an older one changes nothing any more.
  @ObservationIgnored private var lastAttempt = 0
  private let users: UserStore
  private let repository: any AuthenticationRepository

  init(users: UserStore, repository: any AuthenticationRepository) {
    self.users = users
    self.repository = repository
  }

  /// Logs in. When the backend refuses, nobody is logged in.
  ///
  /// - Throws: `CancellationError` also if another login or a logout began meanwhile.
  func logIn(id: User.ID, password: String) async throws {
    let attempt = nextAttempt()
    do {
      let user = try await repository.logIn(id: id, password: password)
      try Task.checkCancellation()
      guard attempt == lastAttempt else { throw CancellationError() }
      users.update(user, for: user.id)
      scope.begin(Login(userID: user.id, attempt: attempt))
    } catch {
      if attempt == lastAttempt, !(error is CancellationError) { scope.end() }
      throw error
    }
  }

  /// Logs out who is logged in now; a login that begins meanwhile stays.
  func logOut() async throws {
    _ = nextAttempt()
    let login = scope.current?.attempt
    try await repository.logOut()
    if scope.current?.attempt == login { scope.end() }
  }

  private func nextAttempt() -> Int {
    lastAttempt += 1
    return lastAttempt
  }
}
