import SVVS

@JSONCodable
struct ListParameters {
  /// How many rows the list begins with.
  let count: Int
}

/// A list of rows of its own, with a text beside it.
@MainActor @ViewState("list")
final class ListViewState {
  /// The rows.
  private(set) var rows: [Row]
  /// A text that has nothing to do with the rows.
  var note = ""

  init(_ parameters: ListParameters) {
    rows = (0..<parameters.count).map(Row.numbered)
  }

  /// Gives one row another title.
  @Action func rename(index: Int, title: String) {
    guard rows.indices.contains(index) else { return }
    rows[index].title = title
  }
}
