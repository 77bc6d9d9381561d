import SVVS

/// A text that grows at its end.
@MainActor @ViewState("log")
final class LogViewState {
  /// The text.
  private(set) var text = ""

  init() {}

  /// Adds a number of the same letter.
  @Action func add(letters: Int) { text += String(repeating: "a", count: letters) }
}
