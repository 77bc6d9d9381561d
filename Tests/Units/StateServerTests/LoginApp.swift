import SVVS
import SVVSTesting
import StateServer

/// The stores of one login.
@MainActor @Store
final class Account {
  let name: String
  let lifetime: ScopeLifetime
  var entries: [String] = []

  init(name: String, lifetime: ScopeLifetime) { (self.name, self.lifetime) = (name, lifetime) }
}

/// A view that lasts as long as the login in which it was opened.
@MainActor @ViewState("account")
final class AccountViewState {
  var entries: [String] { account.entries }
  /// Traps after the end of the login, at which nothing must read it any more.
  var isFirst: Bool {
    guard let current = login.current else { preconditionFailure("read after the end") }
    return current.name == "first"
  }

  let effects = EffectScope()
  private let account: Account
  private let login: StoreScope<Account>
  private let lifetime: ScopeLifetime?
  private let gate: Gate<String, Void>

  init(_ account: Account, login: StoreScope<Account>, lifetime: ScopeLifetime?, gate: Gate<String, Void>) {
    (self.account, self.login, self.lifetime, self.gate) = (account, login, lifetime, gate)
  }

  @Action func add(_ entry: String) { account.entries.append(entry) }

  /// Waits at the gate, then adds.
  @Action func addLater(_ entry: String) async {
    if (try? await gate.answer(to: entry)) != nil { account.entries.append(entry) }
  }

  /// Starts the same, which no call waits for.
  @Action func addInBackground(_ entry: String) { effects.add(.task { await self.addLater(entry) }) }

  /// Waits at the gate, then adds the entry, or that it was cancelled. Logs out before, if asked to.
  @Action func work(_ entry: String, logsOut: Bool = false) async {
    if logsOut { login.end() }
    try? await gate.answer(to: entry)
    account.entries.append(Task.isCancelled ? "cancelled" : entry)
  }

  @Action func logOut() { login.end() }

  /// Logs out, and then waits at the gate.
  @Action func logOutThenWait() async {
    login.end()
    try? await gate.answer(to: "after the logout")
  }

  /// Waits at the gate, then logs out.
  @Action func waitThenLogOut() async {
    try? await gate.answer(to: "before the logout")
    login.end()
  }
}

/// A view that lasts longer than a login.
@MainActor @ViewState("login")
final class LoginViewState {
  var name: String? { login.current?.name }

  private let login: StoreScope<Account>

  init(login: StoreScope<Account>) { self.login = login }

  @Action func logIn(_ name: String) { login.begin { Account(name: name, lifetime: $0) } }

  @Action func logOut() { login.end() }
}

/// An app in which one account at most is logged in.
@MainActor
struct LoginApp: App {
  let login = StoreScope<Account>()
  var gate = Gate<String, Void>()
  /// The last state that was made, so that tests can see it go.
  let made = WeakState()

  var views: [ViewType<Void>] {
    [
      ViewType(LoginViewState.self) { LoginViewState(login: login) },
      ViewType(AccountViewState.self) {
        guard let account = login.current else { throw ViewRefusal("Log in first.") }
        let state = AccountViewState(account, login: login, lifetime: account.lifetime, gate: gate)
        made.state = state
        return state
      },
    ]
  }

  /// Logs in without a front end.
  func logIn(_ name: String = "first") { login.begin { Account(name: name, lifetime: $0) } }
}

/// Remembers a state without keeping it.
@MainActor
final class WeakState {
  weak var state: AccountViewState?
}
