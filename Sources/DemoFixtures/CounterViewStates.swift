import DemoApp
import SVVS
import SVVSPersistence

/// The number that all counters share. Lives as long as the process.
@MainActor @Store
final class CounterStore {
  private(set) var count: Int
  /// The initial number in the next process.
  var startCount: Int { storedStart.value }

  private let storedStart: StoredSetting<Int>

  init(startCount: StoredSetting<Int>) {
    storedStart = startCount
    count = startCount.value
  }

  /// Stores the initial number for the next process.
  func setStartCount(_ count: Int) async throws { try await storedStart.set(count) }

  /// Adds to the count. It is limited to the largest and the smallest integer.
  func increment(by amount: Int) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    count = overflow ? (amount > 0 ? .max : .min) : sum
  }
}

/// A counter that shows the number.
@MainActor @ViewState("counterA", title: "Counter A")
final class CounterAViewState {
  /// The number.
  var count: Int { store.count }

  private let store: CounterStore

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
}

/// A counter that shows whether the number is even.
@MainActor @ViewState("counterC", title: "Counter C")
final class CounterCViewState {
  /// The number.
  var count: Int { store.count }
  /// Whether the number is even.
  var isEven: Bool { store.count.isMultiple(of: 2) }

  private let store: CounterStore

  /// Adds to the number.
  @Action func increment(by amount: Int = 1) { store.increment(by: amount) }
}

/// The settings of the counters.
@MainActor @ViewState("counterSettings", title: "Counter settings")
final class CounterSettingsViewState {
  /// The initial number of the counters in the next process; 0 by default.
  var startCount: Int { store.startCount }
  /// The error message of the last setting.
  @ErrorMessage private(set) var errorMessage: String?

  private let store: CounterStore
  private let texts: Texts

  /// Stores the initial number of the counters. The current number does not change.
  @Action func setStartCount(_ count: Int) async {
    errorMessage = nil
    do {
      try await store.setStartCount(count)
    } catch {
      errorMessage = texts.message(for: error)
    }
  }
}

/// The fizz-buzz text of a number.
enum FizzBuzz {
  /// "Fizz" for a multiple of 5, "Buzz" for one of 3, "FizzBuzz" for both, and otherwise, or for 0, the number.
  static func text(for number: Int) -> String {
    guard number != 0 else { return "0" }
    return switch (number.isMultiple(of: 5), number.isMultiple(of: 3)) {
    case (true, true): "FizzBuzz"
    case (true, false): "Fizz"
    case (false, true): "Buzz"
    case (false, false): String(number)
    }
  }
}
