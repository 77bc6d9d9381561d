import JSON
import SVVS
import StateServer

/// The store of all views.
@MainActor @Store
final class FuzzStore {
  var count = 0
  var items: [Item] = []
}

@JSONCodable
struct Item {
  let id: String
  let title: String
}

/// The store of the views of one session.
@MainActor @Store
final class SessionStore {
  var count = 0
}

/// Numbers that change immediately, later, and after the end of their call.
@MainActor @ViewState("counter")
final class CounterViewState {
  var count: Int { store.count }
  var sessionCount: Int { session.count }
  private(set) var isBusy = false
  var step = 1
  var label: String?
  @WriteOnly var secret = ""

  let effects = EffectScope()
  private let store: FuzzStore
  private let session: SessionStore
  private let gate: FuzzGate

  init(store: FuzzStore, session: SessionStore, gate: FuzzGate) {
    self.store = store
    self.session = session
    self.gate = gate
  }

  @Action func add() { store.count &+= step }

  @Action func addHere() { session.count &+= step }

  @Action func addLater() async {
    isBusy = true
    defer { isBusy = false }
    if await gate.wait() { add() }
  }

  /// Ignores cancellation while it waits, and then adds.
  @Action func addStubbornly() async {
    isBusy = true
    await gate.waitStubbornly()
    add()
    isBusy = false
  }

  @Action func addInEffect() -> Effect {
    guard step != 0 else { return .none }
    return .task { await self.addLater() }
  }

  @Action func addInBackground() { effects.add(addInEffect()) }

  @Action func addAfterTurns(_ turns: Int) async {
    for _ in 0..<min(max(turns, 0), 5) {
      add()
      await Task.yield()
    }
  }
}

@JSONCodable
struct ListParameters {
  var limit: Int = 100
}

/// A list whose elements are inserted, removed, moved and changed.
@MainActor @ViewState("list")
final class ListViewState {
  var items: [Item] { Array(store.items.prefix(limit)) }
  var titles: [String: String] {
    Dictionary(items.map { ($0.id, $0.title) }) { first, _ in first }
  }
  /// Any value, set by the client.
  var anything: JSONValue = .emptyObject

  private let limit: Int
  private let store: FuzzStore

  init(limit: Int, store: FuzzStore) {
    self.limit = min(max(limit, 0), 100)
    self.store = store
  }

  @Action func put(id: String, title: String, at index: Int?) {
    store.items.removeAll { $0.id == id }
    let index = min(max(index ?? store.items.count, 0), store.items.count)
    store.items.insert(Item(id: id, title: title), at: index)
  }

  @Action func remove(id: String) { store.items.removeAll { $0.id == id } }

  @Action func reverse() { store.items.reverse() }
}

/// An app with every kind of view and action.
struct FuzzApp: App {
  let store = FuzzStore()
  let gate = FuzzGate()

  func makeSession() -> SessionStore { SessionStore() }

  var views: [ViewType<SessionStore>] {
    [
      ViewType(CounterViewState.self) { session in
        CounterViewState(store: store, session: session, gate: gate)
      },
      ViewType(ListViewState.self) { (parameters: ListParameters, _: SessionStore) in
        ListViewState(limit: parameters.limit, store: store)
      },
    ]
  }
}

/// A gate at which work waits until the input opens it.
@MainActor
final class FuzzGate {
  private var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var lastNumber = 0
  /// Whether work no longer stops at the gate.
  private var isOpen = false

  /// Waits; false if the caller was cancelled.
  func wait() async -> Bool {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !isOpen, !Task.isCancelled else { return continuation.resume(returning: isOpen) }
        waiting.append((number, continuation))
      }
    } onCancel: {
      MainActor.assumeIsolated { cancel(number) }
    }
  }

  /// Waits, even if the caller is cancelled.
  func waitStubbornly() async {
    guard !isOpen else { return }
    lastNumber += 1
    _ = await withCheckedContinuation { waiting.append((lastNumber, $0)) }
  }

  /// Resumes the work that has waited longest.
  func release() {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst().continuation.resume(returning: true)
  }

  /// Resumes all work, and does not stop later work.
  func open() {
    isOpen = true
    while !waiting.isEmpty { release() }
  }

  private func cancel(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }
}
