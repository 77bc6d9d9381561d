import SVVS

/// What lives from a login to the logout.
struct LoginStores {
  let userID: User.ID
  let notes: NoteStore
}

/// Who is logged in. Lives as long as the process; what belongs to one login lives in its scope.
@MainActor @Store
final class LoginStore {
  /// From a login to the logout.
  let scope = StoreScope<LoginStores>()
  /// What belongs to the user who is logged in.
  var stores: LoginStores? { scope.current }
  /// The user who is logged in.
  var user: User? { stores.flatMap { users.values[$0.userID] } }

  /// Numbers logins and logouts: the answer to an older one changes nothing any more.
  @ObservationIgnored private var lastAttempt = 0
  private let users: UserStore
  private let repository: any AuthenticationRepository
  private let makeNotes: (User.ID, ScopeLifetime) -> NoteStore

  init(
    users: UserStore, repository: any AuthenticationRepository,
    makeNotes: @escaping (User.ID, ScopeLifetime) -> NoteStore
  ) {
    self.users = users
    self.repository = repository
    self.makeNotes = makeNotes
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
      scope.begin { lifetime in LoginStores(userID: user.id, notes: makeNotes(user.id, lifetime)) }
    } catch {
      if attempt == lastAttempt, !(error is CancellationError) { scope.end() }
      throw error
    }
  }

  /// Logs out who is logged in now; a login that begins meanwhile stays.
  func logOut() async throws {
    _ = nextAttempt()
    let generation = scope.generation
    try await repository.logOut()
    if scope.generation == generation { scope.end() }
  }

  private func nextAttempt() -> Int {
    lastAttempt += 1
    return lastAttempt
  }
}
