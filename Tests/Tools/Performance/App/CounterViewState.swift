import SVVS

@MainActor @Store
final class CounterStore {
  var count = 0
}

/// A number that all views of its type share.
@MainActor @ViewState("counter")
final class CounterViewState {
  /// The number.
  var count: Int { store.count }

  private let store: CounterStore

  init(store: CounterStore) { self.store = store }

  /// Adds one.
  @Action func increment() { store.count += 1 }
}
