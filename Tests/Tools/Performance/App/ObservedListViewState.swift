import SVVS

/// The same with an array that knows what changed in it.
@MainActor @ViewState("observedList")
final class ObservedListViewState {
  /// The rows.
  let rows: ObservableArray<Row>
  /// A text that has nothing to do with the rows.
  var note = ""

  init(_ parameters: ListParameters) {
    rows = ObservableArray((0..<parameters.count).map(Row.numbered))
  }

  /// Gives one row another title.
  @Action func rename(index: Int, title: String) {
    guard index >= 0, index < rows.count else { return }
    rows[index].title = title
  }
}
