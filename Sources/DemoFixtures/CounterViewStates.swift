import SVVS

/// A counter that shows the number.
@MainActor @ViewState("counterA", title: "Counter A")
final class CounterAViewState {
  /// The number.
  var count: Int { store.count }

  private let store: CounterStore

  init(store: CounterStore) { self.store = store }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { store.increment(by: amount) }
}

/// A counter that shows the fizz-buzz text, computed in two places.
@MainActor @ViewState("counterB", title: "Counter B")
final class CounterBViewState {
  /// The text, computed in the view state.
  var text: String { FizzBuzz.text(for: store.count) }
  /// The text, computed in an observable object that the view state owns.
  var nestedText: String { nested.text }

  private let store: CounterStore
  private let nested: FizzBuzzViewModel

  init(store: CounterStore) {
    self.store = store
    nested = FizzBuzzViewModel(store: store)
  }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { store.increment(by: amount) }
}

/// An observable object that computes the fizz-buzz text of a store.
@MainActor @Store
final class FizzBuzzViewModel {
  var text: String { FizzBuzz.text(for: store.count) }

  private let store: CounterStore

  init(store: CounterStore) { self.store = store }
}

/// A counter that shows whether the number is even.
@MainActor @ViewState("counterC", title: "Counter C")
final class CounterCViewState {
  /// The number.
  var count: Int { store.count }
  /// Whether the number is even.
  var isEven: Bool { store.count.isMultiple(of: 2) }

  private let store: CounterStore

  init(store: CounterStore) { self.store = store }

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { store.increment(by: amount) }
}
