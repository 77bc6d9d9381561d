public import DemoApp
public import StateServer
public import SVVS
import SVVSPersistence

/// The app that `svvs serve` hosts: the shipped app, with small views for tests and for trying front ends.
@MainActor
public struct FixtureApp: App {
  private let app: ShippedApp
  private let loginStatus = LoginStatusStore()
  private let counter: CounterStore
  private let numbers = NumbersStore()
  private let texts: Texts
  private let clock: any Clock<Duration>

  /// Creates an app on a backend, with texts in a language. Work that takes time is timed by the clock.
  public init(backend: Backend, language: Language = .japanese, clock: any Clock<Duration> = TimerClock()) {
    app = ShippedApp(backend: backend, language: language, clock: clock)
    counter = CounterStore(startCount: StoredSetting("startCount", default: 0, in: backend.database))
    texts = Texts(language: language)
    self.clock = clock
  }

  /// Creates an app on the embedded backend, in memory.
  public init() {
    self.init(backend: .embedded())
  }

  public func makeSession() -> ChatSession { app.makeSession() }

  public var views: [ViewType<ChatSession>] {
    // Front ends list the types in this order.
    app.userViews + [ViewType(EffectsViewState.self) { _ in EffectsViewState(clock: clock) }] + app.pageViews
      + fixtures + app.chatViews + [ViewType(BuildViewState.self) { _ in BuildViewState(clock: clock) }]
  }

  private var fixtures: [ViewType<ChatSession>] {
    [
      ViewType(PlayerViewState.self) { _ in PlayerViewState() },
      ViewType(MirrorViewState.self) { _ in MirrorViewState() },
      ViewType(MyPageViewState.self) { _ in MyPageViewState(store: loginStatus, texts: texts) },
      ViewType(TopPageViewState.self) { _ in TopPageViewState(store: loginStatus, texts: texts) },
      ViewType(CounterAViewState.self) { _ in CounterAViewState(store: counter) },
      ViewType(CounterBViewState.self) { _ in CounterBViewState(store: counter) },
      ViewType(CounterCViewState.self) { _ in CounterCViewState(store: counter) },
      ViewType(CounterSettingsViewState.self) { _ in CounterSettingsViewState(store: counter, texts: texts) },
      ViewType(PropertyAViewState.self) { _ in PropertyAViewState(store: numbers) },
      ViewType(PropertyBViewState.self) { _ in PropertyBViewState(store: numbers) },
      ViewType(PropertyCViewState.self) { _ in PropertyCViewState(store: numbers) },
    ]
  }
}

extension Texts {
  /// The label of a page that shows whether a user is logged in.
  func loginLabel(isLogin: Bool) -> String {
    switch (language, isLogin) {
    case (.japanese, true): "ログイン中"
    case (.japanese, false): "ログアウト中"
    case (.english, true): "Logged in"
    case (.english, false): "Logged out"
    }
  }
}
