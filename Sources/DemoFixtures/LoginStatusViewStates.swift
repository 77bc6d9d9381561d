import DemoApp
import SVVS

/// Whether somebody is logged in, as two pages show it. Lives as long as the process.
@MainActor @Store
final class LoginStatusStore {
  var isLogin = false
}

/// The page about oneself.
@MainActor @ViewState("myPage", title: "My page")
final class MyPageViewState {
  /// Whether somebody is logged in.
  @Title("Logged in") var isLogin: Bool {
    get { store.isLogin }
    set { store.isLogin = newValue }
  }
  /// The same in words.
  var label: String { texts.loginLabel(isLogin: store.isLogin) }

  private let store: LoginStatusStore
  private let texts: Texts

  init(store: LoginStatusStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

  /// Logs in or out.
  @Action("Log in or out") func toggleLogin() { store.isLogin.toggle() }
}

/// The page that comes first.
@MainActor @ViewState("topPage", title: "Top page")
final class TopPageViewState {
  /// Whether somebody is logged in.
  @Title("Logged in") var isLogin: Bool { store.isLogin }
  /// The same in words.
  var label: String { texts.loginLabel(isLogin: store.isLogin) }

  private let store: LoginStatusStore
  private let texts: Texts

  init(store: LoginStatusStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }
}
