import SVVS

/// The progress of a login.
@JSONCodable
enum LoginState: String {
  case notLoggedIn, loggingIn, loggedIn
}

/// The page where a user logs in.
@MainActor @ViewState("login", title: "Log in", isStart: true)
final class LoginViewState {
  /// The progress of the login.
  @Busy(when: "loggingIn") private(set) var loginState = LoginState.notLoggedIn
  /// The text of the user id field.
  @Title("User id") var userId = ""
  /// The text of the password field.
  @WriteOnly var password = ""
  /// Whether to go to the home page. The front end sets it to false when the user comes back.
  @Opens("home") var shouldNavigateHome = false
  /// The error message of the last login.
  @ErrorMessage private(set) var errorMessage: String?
  /// Whether the fields are filled in and no login is in progress.
  var canLogin: Bool { !userId.isEmpty && !password.isEmpty && loginState != .loggingIn }

  private let store: LoginStore
  private let texts: Texts

  init(store: LoginStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

  /// Logs in with the content of the fields. Arguments set the fields first. Has no effect while a login is in
  /// progress.
  @Action("Log in", .argument("userId", title: "User id"), .argument("password", isWriteOnly: true))
  func login(userId: String? = nil, password: String? = nil) async {
    guard loginState != .loggingIn else { return }
    if let userId { self.userId = userId }
    if let password { self.password = password }
    loginState = .loggingIn
    shouldNavigateHome = false
    errorMessage = nil
    do {
      try await store.logIn(id: self.userId, password: self.password)
      loginState = .loggedIn
      shouldNavigateHome = true
    } catch {
      loginState = .notLoggedIn
      errorMessage = texts.message(for: error)
    }
  }

  /// Resets the page, unless a login is in progress. Front ends call this when the page appears.
  @Action(.onAppear) func didAppear() {
    guard loginState != .loggingIn else { return }
    loginState = .notLoggedIn
    shouldNavigateHome = false
    errorMessage = nil
  }
}
