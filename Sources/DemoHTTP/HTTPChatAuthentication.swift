#if HTTP
  import DemoApp

  /// Logs in to the chat over HTTP. These logins cannot be resumed.
  struct HTTPChatAuthentication: ChatAuthentication {
    let backend: HTTPBackend

    func logIn(id: ChatAccount.ID, password: String) async throws -> AuthenticatedAccount {
      let user = try await HTTPAuthenticationRepository(backend: backend).logIn(id: id, password: password)
      return AuthenticatedAccount(account: ChatAccount(id: user.id, name: user.name), token: nil)
    }

    func resume(_ token: String) async throws -> ChatAccount { throw RepositoryError.unauthorized }

    /// Does nothing, because logins have no tokens. `POST /logout` would end the login of the home page.
    func logOut(_ token: String) async throws {}
  }
#endif
