import JSON
import SVVS
import StateServer
import TestSupport

/// An element that is identified by its id, with a list and an object of its own.
@JSONCodable
struct Book {
  var id: Int
  var title: String
  var tags: [String] = []
  var loan: Loan?
}

@JSONCodable
struct Loan {
  var reader: String
  var days: Int
}

/// An object in an object.
@JSONCodable
struct Table {
  var label: String = ""
  var lamp: Lamp = Lamp()
}

@JSONCodable
struct Lamp {
  var isOn: Bool = false
  var color: String?
}

@MainActor @Observable
final class Reader {
  var name: String

  init(name: String) { self.name = name }
}

/// The state of every view: a property of each JSON type.
@MainActor @Observable
final class ShelfStore {
  var count = 0
  var weight = 0.5
  var note: String?
  var table = Table()
  var reader = Reader(name: "")
  var books: [Book] = []
  var pile = ObservableArray<Book>()
  var rows: [[Int]] = []
  var tallies: [String: Int] = [:]
  var loans: [String: Loan] = [:]
  var anything = JSONValue.emptyObject
}

@MainActor @Observable @ViewState("shelf")
final class ShelfViewState {
  var count: Int { store.count }
  var weight: Double { store.weight }
  var note: String? { store.note }
  var table: Table { store.table }
  var readerName: String { store.reader.name }
  var books: [Book] { store.books }
  var pile: ObservableArray<Book> { store.pile }
  var rows: [[Int]] { store.rows }
  var tallies: [String: Int] { store.tallies }
  var loans: [String: Loan] { store.loans }
  var anything: JSONValue { store.anything }
  /// The one property that is the view's own.
  var draft = ""

  private let store: ShelfStore

  init(store: ShelfStore) { self.store = store }

  /// Changes a few things that follow from the seed.
  @Action func edit(seed: Int) {
    var random = SeededGenerator(seed: seed)
    store.edit(using: &random)
  }
}

/// An app of shelves that all show one store.
@MainActor
struct ShelfApp: App {
  let store = ShelfStore()

  var views: [ViewType<Void>] { [ViewType(ShelfViewState.self) { ShelfViewState(store: store) }] }
}
