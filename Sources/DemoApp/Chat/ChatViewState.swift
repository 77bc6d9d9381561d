import SVVS

/// The accounts of the chat, and the one that this front end shows.
@MainActor @ViewState("chat", title: "Chat")
final class ChatViewState {
  /// The accounts that have logged in, most recent first.
  var accounts: [ChatAccount] { store.accounts }
  /// The shown account.
  @Title("Shown account") @Subtitle(member: "name") @Opens("rooms", with: ["account": "id"]) var current: ChatAccount? {
    session.current?.account
  }
  /// Whether an account is logging in or out.
  @Title("Logging in or out") @Busy @Shown(.whenTrue) var isLoggingIn: Bool { attempts.isRunning }
  /// The error message of the last action, or of reading the accounts.
  @ErrorMessage var errorMessage: String? { texts.message(for: attempts.error ?? store.error) }

  private let attempts = Activity()
  private let session: ChatSession
  private let store: ChatStore
  private let texts: Texts

  /// Shows the first account whose login can be resumed, unless an account is shown. Other logins are removed. Front
  /// ends call this when the page appears.
  @Action(.onAppear) func start() async { await attempts.run { try await self.session.start() } }

  /// Logs in to an account and shows it.
  @Action("Log in", .argument("id", title: "User id"), .argument("password", isWriteOnly: true))
  func logIn(id: ChatAccount.ID, password: String) async {
    await attempts.run { try await self.session.logIn(id: id, password: password) }
  }

  /// Shows another account that has logged in.
  @Action("Switch", .argument("id", from: "accounts", member: "id"))
  func switchTo(id: ChatAccount.ID) async { await attempts.run { try await self.session.switchTo(id) } }

  /// Logs out the shown account in all sessions, and shows the next one.
  @Action("Log out", .notCancellable) func logOut() async { await attempts.run { try await self.session.logOut() } }
}
