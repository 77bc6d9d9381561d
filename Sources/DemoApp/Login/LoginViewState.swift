import SVVS

/// How far a login has come.
@JSONCodable
enum LoginState: String {
  case notLoggedIn, loggingIn, loggedIn
}

/// The page where a user logs in.
@MainActor @ViewState("login", title: "Log in", isStart: true)
final class LoginViewState {
  /// How far the login has come.
  @Busy(when: "loggingIn") private(set) var loginState = LoginState.notLoggedIn
  /// The text of the user id field.
  @Title("User id") var userId = ""
  /// The text of the password field.
  @WriteOnly var password = ""
  /// Whether to go to the home page; coming back writes false.
  @Opens("home") var shouldNavigateHome = false
  /// Why the last login failed.
  @ErrorMessage private(set) var errorMessage: String?
  /// Whether the fields are filled in and no login is under way.
  var canLogin: Bool { !userId.isEmpty && !password.isEmpty && loginState != .loggingIn }

  private let store: LoginStore
  private let texts: Texts

  init(store: LoginStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

  /// Logs in with what the fields hold; arguments are put into the fields first. Ignored while a
  /// login is under way.
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

  /// Begins afresh when the page appears; a login under way goes on.
  @Action(.onAppear) func didAppear() {
    guard loginState != .loggingIn else { return }
    loginState = .notLoggedIn
    shouldNavigateHome = false
    errorMessage = nil
  }
}
