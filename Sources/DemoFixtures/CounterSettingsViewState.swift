import DemoApp
import SVVS

/// The settings of the counters.
@MainActor @ViewState("counterSettings", title: "Counter settings")
final class CounterSettingsViewState {
  /// Where the counters start when the process does; 0 unless set.
  var startCount: Int { store.startCount }
  /// Why the last setting could not be stored.
  @ErrorMessage private(set) var errorMessage: String?

  private let store: CounterStore
  private let texts: Texts

  init(store: CounterStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

  /// Stores where the counters start; the running ones stay where they are.
  @Action func setStartCount(_ count: Int) async {
    errorMessage = nil
    do {
      try await store.setStartCount(count)
    } catch {
      errorMessage = texts.message(for: error)
    }
  }
}
