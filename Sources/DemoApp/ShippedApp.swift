public import StateServer
public import SVVS
import SVVSPersistence

/// The app that `svvs serve` hosts: it exercises everything the library offers.
///
/// Its stores live as long as the process, and every session shares them.
@MainActor
public struct ShippedApp: App {
  private let texts: Texts
  private let users: UserStore
  private let loginStore: LoginStore
  private let loginStatus = LoginStatusStore()
  private let counter: CounterStore
  private let numbers = NumbersStore()
  private let smoothies: SmoothieStore
  private let search: any SearchRepository
  private let clock: any Clock<Duration>

  /// An app on a backend, with texts in a language; work that takes a time takes it by the clock.
  public init(backend: Backend, language: Language = .japanese, clock: any Clock<Duration> = TimerClock()) {
    self.clock = clock
    texts = Texts(language: language)
    users = UserStore(repository: backend.users)
    loginStore = LoginStore(users: users, repository: backend.authentication) { userID, lifetime in
      NoteStore(userID: userID, lifetime: lifetime, repository: backend.notes, database: backend.database)
    }
    counter = CounterStore(startCount: StoredSetting("startCount", default: 0, in: backend.database))
    smoothies = SmoothieStore(repository: backend.smoothies, database: backend.database)
    search = backend.search
  }

  /// An app on the embedded backend, in memory.
  public init() {
    self.init(backend: .embedded())
  }

  public var views: [ViewType<Void>] {
    [
      ViewType(UserViewState.self) { (parameters: UserViewState.Parameters) in
        UserViewState(id: parameters.id, store: users, texts: texts)
      },
      ViewType(FriendsViewState.self) { (parameters: FriendsViewState.Parameters) in
        FriendsViewState(id: parameters.id, store: users, texts: texts)
      },
      ViewType(EffectsViewState.self) { EffectsViewState(clock: clock) },
      ViewType(LoginViewState.self) { LoginViewState(store: loginStore, texts: texts) },
      ViewType(HomeViewState.self) { HomeViewState(store: loginStore, texts: texts) },
      ViewType(NotesViewState.self) { NotesViewState(loginStore: loginStore, texts: texts) },
      ViewType(SearchViewState.self) { SearchViewState(repository: search, clock: clock, texts: texts) },
      ViewType(SearchDetailViewState.self) { (parameters: SearchDetailViewState.Parameters) in
        SearchDetailViewState(name: parameters.name, repository: search, texts: texts)
      },
      ViewType(SmoothiesViewState.self) { SmoothiesViewState(store: smoothies, texts: texts) },
      ViewType(FavoritesViewState.self) { FavoritesViewState(store: smoothies, texts: texts) },
      ViewType(PlayerViewState.self) { PlayerViewState() },
      ViewType(MirrorViewState.self) { MirrorViewState() },
      ViewType(MyPageViewState.self) { MyPageViewState(store: loginStatus, texts: texts) },
      ViewType(TopPageViewState.self) { TopPageViewState(store: loginStatus, texts: texts) },
      ViewType(CounterAViewState.self) { CounterAViewState(store: counter) },
      ViewType(CounterBViewState.self) { CounterBViewState(store: counter) },
      ViewType(CounterCViewState.self) { CounterCViewState(store: counter) },
      ViewType(CounterSettingsViewState.self) { CounterSettingsViewState(store: counter, texts: texts) },
      ViewType(PropertyAViewState.self) { PropertyAViewState(store: numbers) },
      ViewType(PropertyBViewState.self) { PropertyBViewState(store: numbers) },
      ViewType(PropertyCViewState.self) { PropertyCViewState(store: numbers) },
    ]
  }
}
