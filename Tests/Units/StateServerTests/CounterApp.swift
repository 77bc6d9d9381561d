import SVVS
import StateServer
import SVVSTesting

/// A number that every view shares.
@MainActor @Observable
final class NumberStore {
  var number = 0
}

/// The parameters of a view.
@JSONCodable
struct CounterParameters {
  var step: Int = 1
}

/// A counter whose work a test can hold.
@MainActor @Observable @ViewState("counter")
final class CounterViewState {
  var number: Int { store.number }
  private(set) var isBusy = false
  var label = ""
  @WriteOnly var secret = ""

  let effects = EffectScope()
  private let step: Int
  private let store: NumberStore
  private let gate: Gate<String, Void>

  private let cancelled: Cancelled

  init(step: Int, store: NumberStore, gate: Gate<String, Void>, cancelled: Cancelled) {
    self.cancelled = cancelled
    self.step = step
    self.store = store
    self.gate = gate
  }

  @Action func add() { store.number += step }

  /// Waits at the gate, then adds; a failure adds nothing.
  @Action func addLater(_ request: String) async {
    isBusy = true
    defer { isBusy = false }
    await withTaskCancellationHandler {
      do {
        try await gate.answer(to: request)
        store.number += step
      } catch {
        // Cancelled, or failed by the test: nothing is added.
      }
    } onCancel: {
      MainActor.assumeIsolated { cancelled.values.append(request) }
    }
  }

  /// Waits to be cancelled, and then has still more to do.
  @Action func addWhenCancelled(_ request: String) async {
    await addLater(request)
    addInBackground("late")
  }

  @Action func addInEffect(_ request: String) -> Effect {
    .task { await self.addLater(request) }
  }

  /// Starts work that no call waits for.
  @Action func addInBackground(_ request: String) {
    effects.add(addInEffect(request))
  }

  @Action func nothing() -> Effect { .none }
}

/// Stores of one session.
@MainActor
final class SessionStores {
  let store = NumberStore()
}

/// An app of counters: `counter` shares a number with all, `local` with its session.
@MainActor
struct CounterApp: App {
  let store = NumberStore()
  var gate = Gate<String, Void>()
  /// The states that were made, so that tests can see them go.
  let made = MadeStates()
  let cancelled = Cancelled()

  func makeSession() -> SessionStores { SessionStores() }

  var views: [ViewType<SessionStores>] {
    [
      ViewType(CounterViewState.self) { (parameters: CounterParameters, _) in
        made.add(CounterViewState(step: parameters.step, store: store, gate: gate, cancelled: cancelled))
      },
      ViewType(MemoViewState.self) { _ in MemoViewState(store: store) },
      ViewType(LocalViewState.self) { LocalViewState(store: $0.store) },
    ]
  }
}

/// A view of its session's number.
@MainActor @Observable @ViewState("local")
final class LocalViewState {
  var number: Int { store.number }

  private let store: NumberStore

  init(store: NumberStore) { self.store = store }

  @Action func addLocally() { store.number += 1 }
}

/// A view with a property that changes another one when it is read.
@MainActor @Observable @ViewState("memo")
final class MemoViewState {
  private(set) var reads = 0
  var number: Int {
    if reads < store.number { reads += 1 }
    return store.number
  }

  private let store: NumberStore

  init(store: NumberStore) { self.store = store }
}

/// Remembers states, and what the last one owns, without keeping them.
@MainActor
final class MadeStates {
  private(set) var count = 0
  private(set) weak var last: CounterViewState?
  private(set) weak var effectsOfLast: EffectScope?

  func add(_ state: CounterViewState) -> CounterViewState {
    count += 1
    last = state
    effectsOfLast = state.effects
    return state
  }
}

/// Remembers whose work was cancelled.
@MainActor
final class Cancelled {
  var values: [String] = []
}
