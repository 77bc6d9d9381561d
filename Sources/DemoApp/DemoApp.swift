public import StateServer
public import SVVS
import SVVSPersistence

/// The app that `svvs serve` hosts: it exercises everything the library offers.
///
/// Its stores live as long as the process, and every session shares them.
@MainActor
public struct DemoApp: App {
  private let texts: Texts
  private let users: UserStore
  private let login: LoginStore
  private let loginStatus = LoginStatusStore()
  private let counter: CounterModel
  private let model = Model()
  private let smoothies: SmoothieStore
  private let search: any SearchRepository
  private let clock: any Clock<Duration>

  /// An app on a backend, with texts in a language; work that takes a time takes it by the clock.
  public init(backend: Backend, language: Language = .japanese, clock: any Clock<Duration> = TimerClock()) {
    self.clock = clock
    texts = Texts(language: language)
    users = UserStore(repository: backend.users)
    login = LoginStore(users: users, repository: backend.authentication) { userID, login in
      NoteStore(userID: userID, login: login, repository: backend.notes, database: backend.database)
    }
    counter = CounterModel(startCount: StoredSetting("startCount", default: 0, in: backend.database))
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
      ViewType(LoginViewState.self) { LoginViewState(store: login, texts: texts) },
      ViewType(HomeViewState.self) { HomeViewState(store: login, texts: texts) },
      ViewType(NotesViewState.self) { NotesViewState(login: login, texts: texts) },
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
      ViewType(CounterAViewState.self) { CounterAViewState(model: counter) },
      ViewType(CounterBViewState.self) { CounterBViewState(model: counter) },
      ViewType(CounterCViewState.self) { CounterCViewState(model: counter) },
      ViewType(CounterSettingsViewState.self) { CounterSettingsViewState(model: counter, texts: texts) },
      ViewType(PropertyAViewState.self) { PropertyAViewState(model: model) },
      ViewType(PropertyBViewState.self) { PropertyBViewState(model: model) },
      ViewType(PropertyCViewState.self) { PropertyCViewState(model: model) },
    ]
  }
}
