import SVVS
import Testing

@MainActor @ViewState("counter")
final class CounterViewState {
  private(set) var count = 0
  @Action func increment() { count += 1 }
}

@JSONCodable
struct LogLine {
  let text: String
  var isMarked: Bool = false
}

@MainActor @ViewState("log")
final class LogViewState {
  let lines = ObservableArray<LogLine>()

  @Action func mark(index: Int) {
    guard lines.indices.contains(index) else { return }
    lines[index].isMarked = true
  }
}

@MainActor @Store
final class UserStore {
  var users: [User] = []
  @ObservationIgnored var fetches = 0  // Not shown in any view.
}

/// The stores of a login, from the login to the logout.
struct LoginStores {
  let userID: String
}

@MainActor @Store
final class Form {
  var draft = ""
}

@MainActor @ViewState("note")
final class NoteViewState {
  private let form: ScopeLocal<Form>

  init(login: StoreScope<LoginStores>) { form = ScopeLocal(login) { Form() } }

  var draft: String {
    get { form.current.draft }
    set { form.current.draft = newValue }
  }
}

/// A page that can be reloaded.
@MainActor
final class Page {
  private(set) var reloadCount = 0

  func reload() -> Effect { .task { self.reloadCount += 1 } }
}

@MainActor
func sleepForAnHour() async throws {
  try await TimerClock().sleep(for: .seconds(3600))
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SVVSExamples {
  @Test func workIsWaitedForInThreeWays() async {
    let page = Page()
    let scope = EffectScope()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    await page.reload().completion  // Waits; cancelling the waiting task cancels the work.
    page.reload().onCompletion { end.yield() }  // Calls back.
    scope.add(page.reload())  // Runs until the view is closed.
    for await _ in ends { break }
    #expect(page.reloadCount == 3)
  }

  @Test func aLoginBeginsAndEnds() {
    let login = StoreScope<LoginStores>()
    let note = NoteViewState(login: login)
    login.begin(LoginStores(userID: "A"))
    note.draft = "milk"
    #expect(login.current?.userID == "A")
    login.end()
    #expect(login.current == nil && note.draft == "")
  }

  @Test func aStoreIsObserved() async {
    let store = UserStore()
    let (counts, count) = AsyncStream.makeStream(of: Int.self)
    let effect = Effect.onChange(of: { store.users.count }) { count.yield($0) }
    store.users.append(User(id: "A", name: "Ann"))
    store.fetches += 1
    for await found in counts.prefix(1) { #expect(found == store.fetches) }
    effect.cancel()
    await effect.completion
  }
}
