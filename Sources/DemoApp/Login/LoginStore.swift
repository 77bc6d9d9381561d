import SVVS

/// A service that authenticates users.
public protocol AuthenticationRepository: Sendable {
  /// Logs in a user with a password.
  ///
  /// - Returns: The user.
  /// - Throws: ``RepositoryError/unauthorized`` if the user id or the password is wrong, or another
  ///   ``RepositoryError``.
  func logIn(id: User.ID, password: String) async throws -> User

  /// Logs out the current user.
  func logOut() async throws
}

/// The stores that live from a login to the logout.
struct LoginStores {
  let userID: User.ID
  let notes: NoteStore
}

/// The current login. This store lives as long as the process. The stores of a login live in ``scope``.
@MainActor @Store
final class LoginStore {
  /// The scope that begins with a login and ends with the logout.
  let scope = StoreScope<LoginStores>()
  /// The stores of the user who is logged in.
  var stores: LoginStores? { scope.current }
  /// The user who is logged in.
  var user: User? { stores.flatMap { users.values[$0.userID] } }

  /// The number of logins and logouts so far. The reply to a login has no effect if another login or a logout has begun
  /// since.
  @ObservationIgnored private var lastAttempt = 0
  private let users: UserStore
  private let repository: any AuthenticationRepository
  private let makeNotes: (User.ID, ScopeLifetime) -> NoteStore

  /// Logs in. After an error, no user is logged in.
  ///
  /// - Throws: The error of the backend, or `CancellationError` if the call was cancelled, or if another login or a
  ///   logout began before the reply.
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

  /// Logs out the current user, but not a user who logs in meanwhile.
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
