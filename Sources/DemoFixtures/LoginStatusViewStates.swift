import DemoApp
import SVVS

/// Whether a user is logged in, which two pages show. Lives as long as the process.
@MainActor @Store
final class LoginStatusStore {
  var isLogin = false
}

/// The page of the current user.
@MainActor @ViewState("myPage", title: "My page")
final class MyPageViewState {
  /// Whether a user is logged in.
  @Title("Logged in") var isLogin: Bool {
    get { store.isLogin }
    set { store.isLogin = newValue }
  }
  /// The label for the status.
  var label: String { texts.loginLabel(isLogin: store.isLogin) }

  private let store: LoginStatusStore
  private let texts: Texts

  /// Logs in or out.
  @Action("Log in or out") func toggleLogin() { store.isLogin.toggle() }
}

/// The first page.
@MainActor @ViewState("topPage", title: "Top page")
final class TopPageViewState {
  /// Whether a user is logged in.
  @Title("Logged in") var isLogin: Bool { store.isLogin }
  /// The label for the status.
  var label: String { texts.loginLabel(isLogin: store.isLogin) }

  private let store: LoginStatusStore
  private let texts: Texts
}
