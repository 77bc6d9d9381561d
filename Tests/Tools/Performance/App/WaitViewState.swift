import SVVS

/// A view whose calls last as long as it is open.
@MainActor @ViewState("wait")
final class WaitViewState {
  /// How many calls have begun.
  private(set) var waiting = 0

  init() {}

  /// Waits until it is cancelled.
  @Action func wait() async {
    waiting += 1
    try? await Task.sleep(for: .seconds(3600))
  }
}
