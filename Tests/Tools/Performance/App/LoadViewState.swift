import SVVS

/// A form that can be filled in while a list beside it is being loaded.
@MainActor @ViewState("load")
final class LoadViewState {
  /// The text of the field.
  var text = ""
  /// How many rows have come.
  var count: Int { rows.count }

  private var rows: [Row] = []

  init() {}

  /// Loads rows page by page, with a pause of a millisecond before each.
  @Action func load(pages: Int, size: Int) async {
    for _ in 0..<pages {
      guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return }
      rows += (0..<size).map { Row.numbered(rows.count + $0) }
    }
  }
}
