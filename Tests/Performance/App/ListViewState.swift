import SVVS

@JSONCodable
struct ListParameters {
  /// How many rows the list begins with.
  let count: Int
}

@JSONCodable
struct Row {
  let id: Int
  var title: String

  static func numbered(_ number: Int) -> Row { Row(id: number, title: "The title of row \(number)") }
}

/// A list of rows of its own, with a text beside it.
@MainActor @Observable @ViewState("list")
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

/// The same with an array that knows what changed in it.
@MainActor @Observable @ViewState("observedList")
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
