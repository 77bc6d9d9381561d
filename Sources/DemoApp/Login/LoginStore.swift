import SVVS

/// The stores of a login, from the login to the logout.
struct LoginStores {
  let userID: User.ID
  let notes: NoteStore
}

/// The current login. Lives as long as the process; the stores of a login live in its scope.
@MainActor @Store
final class LoginStore {
  /// The scope from a login to the logout.
  let scope = StoreScope<LoginStores>()
  /// The stores of the user who is logged in.
  var stores: LoginStores? { scope.current }
  /// The user who is logged in.
  var user: User? { stores.flatMap { users.values[$0.userID] } }

  /// The number of logins and logouts so far. The reply to an older one has no effect.
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

  /// Logs in. After an error, no user is logged in.
  ///
  /// - Throws: The error of the backend, or `CancellationError` if the call was cancelled or another login or a logout
  ///   began meanwhile.
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

  /// Logs out the current user, but not one who logs in meanwhile.
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
