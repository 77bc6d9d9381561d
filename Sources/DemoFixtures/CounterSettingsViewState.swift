import DemoApp
import SVVS

/// The settings of the counters.
@MainActor @ViewState("counterSettings", title: "Counter settings")
final class CounterSettingsViewState {
  /// The initial number of the counters in the next process; 0 by default.
  var startCount: Int { store.startCount }
  /// The error message of the last setting.
  @ErrorMessage private(set) var errorMessage: String?

  private let store: CounterStore
  private let texts: Texts

  init(store: CounterStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

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
