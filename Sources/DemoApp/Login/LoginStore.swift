import SVVS

/// Who is logged in. Lives as long as the process; what belongs to one login lives in its scope.
@MainActor @Observable
final class LoginStore {
  /// What lives from a login to the logout.
  struct Login {
    let userID: User.ID
  }

  /// The user who is logged in.
  var user: User? { scope.current.flatMap { users.values[$0.userID] } }

  private let scope = StoreScope<Login>()
  private let users: UserStore
  private let repository: any AuthenticationRepository

  init(users: UserStore, repository: any AuthenticationRepository) {
    self.users = users
    self.repository = repository
  }

  /// Logs in. When the backend refuses, nobody is logged in.
  func logIn(id: User.ID, password: String) async throws {
    do {
      let user = try await repository.logIn(id: id, password: password)
      try Task.checkCancellation()
      users.update(user, for: user.id)
      scope.begin(Login(userID: user.id))
    } catch let error as RepositoryError {
      scope.end()
      throw error
    }
  }

  /// Logs out.
  func logOut() async throws {
    try await repository.logOut()
    scope.end()
  }
}
