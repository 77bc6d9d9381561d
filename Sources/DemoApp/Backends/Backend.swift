/// The repositories that an app works on.
public struct Backend: Sendable {
  let users: any UserRepository
  let authentication: any AuthenticationRepository

  /// A backend of repositories.
  public init(users: any UserRepository, authentication: any AuthenticationRepository) {
    self.users = users
    self.authentication = authentication
  }
}
