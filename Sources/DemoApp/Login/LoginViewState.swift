import SVVS

/// The progress of a login.
@JSONCodable
enum LoginState: String {
  @Title("Not logged in") case notLoggedIn
  @Title("Logging in") case loggingIn
  @Title("Logged in") case loggedIn
}

/// The page where a user logs in.
@MainActor @ViewState("login", title: "Log in", isStart: true)
final class LoginViewState {
  /// The progress of the login.
  @Busy(when: "loggingIn") var loginState: LoginState {
    loggingIn.isRunning ? .loggingIn : loggingIn.hasSucceeded ? .loggedIn : .notLoggedIn
  }
  /// The text of the user id field.
  @Title("User id") var userId = ""
  /// The text of the password field.
  @WriteOnly var password = ""
  /// Whether to go to the home page. The front end sets it to false when the user comes back.
  @Shown(.never) @Opens("home") var shouldNavigateHome = false
  /// The error message of the last login.
  @ErrorMessage var errorMessage: String? { texts.message(for: loggingIn.error) }
  /// Whether the fields are filled in and no login is in progress.
  @Shown(.never) var canLogin: Bool { !userId.isEmpty && !password.isEmpty && !loggingIn.isRunning }

  private let loggingIn = Activity(.ignore)
  private let store: LoginStore
  private let texts: Texts

  /// Logs in with the content of the fields. Arguments set the fields first. Has no effect while a login is in
  /// progress.
  @Action(
    "Log in", .enabled(when: "canLogin"), .argument("userId", title: "User id"),
    .argument("password", isWriteOnly: true))
  func login(userId: String? = nil, password: String? = nil) async {
    await loggingIn.run {
      if let userId { self.userId = userId }
      if let password { self.password = password }
      self.shouldNavigateHome = false
      try await self.store.logIn(id: self.userId, password: self.password)
    } then: {
      self.shouldNavigateHome = true
    }
  }

  /// Resets the page, unless a login is in progress. Front ends call this when the page appears.
  @Action(.onAppear) func didAppear() {
    guard !loggingIn.isRunning else { return }
    loggingIn.cancel()
    shouldNavigateHome = false
  }
}
