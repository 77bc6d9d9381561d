import SVVS

/// The page after the login.
@MainActor @ViewState("home", title: "Home")
final class HomeViewState {
  /// The user who is logged in.
  @Subtitle(member: "name") var user: User? { store.user }
  /// The greeting, or a message that no user is logged in.
  @Title("Greeting") var userGreeting: String { texts.greeting(of: user) }
  /// Whether to go to the notes. The front end sets it to false when the user comes back.
  @Shown(.never) @Opens("notes") var shouldNavigateNotes = false
  /// The error message of the last logout.
  @ErrorMessage var errorMessage: String? { texts.message(for: loggingOut.error) }

  private let loggingOut = Activity()
  private let store: LoginStore
  private let texts: Texts

  /// Logs out.
  @Action("Log out") func logout() async { await loggingOut.run { try await self.store.logOut() } }

  /// Goes to the notes.
  @Action func openNotes() {
    shouldNavigateNotes = true
  }
}
