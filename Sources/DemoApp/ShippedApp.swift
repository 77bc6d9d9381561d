public import StateServer
public import SVVS
import SVVSPersistence

/// An example app with a backend, a database and sessions.
///
/// The stores of the app live as long as the process, and all sessions share them. The only thing that
/// belongs to a session is the choice of the chat account to show.
@MainActor
public struct ShippedApp: App {
  private let texts: Texts
  private let users: UserStore
  private let loginStore: LoginStore
  private let smoothies: SmoothieStore
  private let chat: ChatStore
  private let search: any SearchRepository
  private let clock: any Clock<Duration>

  /// Creates an app that uses `backend`, with texts in `language`. Work that waits uses `clock`.
  public init(backend: Backend, language: Language = .japanese, clock: any Clock<Duration> = TimerClock()) {
    self.clock = clock
    texts = Texts(language: language)
    users = UserStore(repository: backend.users)
    loginStore = LoginStore(users: users, repository: backend.authentication) { userID, lifetime in
      NoteStore(
        table: NoteTable(userID: userID), repository: backend.notes, database: backend.database, lifetime: lifetime)
    }
    smoothies = SmoothieStore(repository: backend.smoothies, database: backend.database)
    chat = ChatStore(
      authentication: backend.chat, database: backend.database, loginDatabase: backend.loginDatabase)
    search = backend.search
  }

  /// Creates an app that uses the embedded backend, in memory.
  public init() {
    self.init(backend: .embedded())
  }

  public func makeSession() -> ChatSession { ChatSession(store: chat) }

  public var views: [ViewType<ChatSession>] { userViews + pageViews + chatViews }

  package var userViews: [ViewType<ChatSession>] {
    [
      ViewType(UserViewState.self) { (parameters: UserViewState.Parameters, _) in
        UserViewState(id: parameters.id, store: users, texts: texts)
      },
      ViewType(FriendsViewState.self) { (parameters: FriendsViewState.Parameters, _) in
        FriendsViewState(id: parameters.id, store: users, texts: texts)
      },
    ]
  }

  package var pageViews: [ViewType<ChatSession>] {
    [
      ViewType(LoginViewState.self) { _ in LoginViewState(store: loginStore, texts: texts) },
      ViewType(HomeViewState.self) { _ in HomeViewState(store: loginStore, texts: texts) },
      ViewType(NotesViewState.self) { _ in NotesViewState(loginStore: loginStore, texts: texts) },
      ViewType(SearchViewState.self) { _ in SearchViewState(repository: search, clock: clock, texts: texts) },
      ViewType(SearchDetailViewState.self) { (parameters: SearchDetailViewState.Parameters, _) in
        SearchDetailViewState(name: parameters.name, repository: search, texts: texts)
      },
      ViewType(SmoothiesViewState.self) { _ in SmoothiesViewState(store: smoothies, texts: texts) },
      ViewType(FavoritesViewState.self) { _ in FavoritesViewState(store: smoothies, texts: texts) },
    ]
  }

  package var chatViews: [ViewType<ChatSession>] {
    [
      ViewType(ChatViewState.self) { session in ChatViewState(session: session, store: chat, texts: texts) },
      ViewType(RoomsViewState.self) { (parameters: RoomsViewState.Parameters, session) in
        RoomsViewState(login: try login(of: parameters.account, in: session), texts: texts)
      },
      ViewType(RoomViewState.self) { (parameters: RoomViewState.Parameters, session) in
        let login = try login(of: parameters.account, in: session)
        guard let membership = login.membership(in: parameters.id), let store = login.room(parameters.id) else {
          throw ViewRefusal(texts.notAMember)
        }
        return RoomViewState(membership, store: store, login: login, texts: texts)
      },
    ]
  }

  /// The login of an account. If the account is nil, the login of the account that the session shows.
  private func login(of account: ChatAccount.ID?, in session: ChatSession) throws -> ChatLogin {
    let found = if let account { chat.login(of: account) } else { session.current }
    guard let login = found else { throw ViewRefusal(texts.notLoggedInToChat) }
    return login
  }
}
