import SVVS

/// The settings of the counters.
@MainActor @Observable @ViewState("counterSettings")
final class CounterSettingsViewState {
  /// Where the counters start when the process does; 0 unless set.
  var startCount: Int { model.startCount }
  /// Why the last setting could not be stored.
  private(set) var errorMessage: String?

  private let model: CounterModel
  private let texts: Texts

  init(model: CounterModel, texts: Texts) {
    self.model = model
    self.texts = texts
  }

  /// Stores where the counters start; the running ones stay where they are.
  @Action func setStartCount(_ count: Int) async {
    errorMessage = nil
    do {
      try await model.setStartCount(count)
    } catch {
      errorMessage = texts.message(for: error)
    }
  }
}
