import SVVS
import StateServerCommand

/// A list that every view shares; it lives as long as the process.
@MainActor @Observable
final class ListStore {
  var items: [Item] = []

  func add(_ title: String) { items.append(Item(id: items.count + 1, title: title)) }
}

@JSONCodable
struct Item {
  let id: Int
  let title: String
}

/// A shopping list, with a field to type into.
@MainActor @Observable @ViewState("list")
final class ListViewState {
  /// What is on the list.
  var items: [Item] { store.items }
  /// The text of the field.
  var draft = ""
  /// Whether the draft can be added.
  var canAdd: Bool { !draft.isEmpty }

  private let store: ListStore

  init(store: ListStore) { self.store = store }

  /// Adds the draft to the list and empties the field.
  @Action func add() {
    guard canAdd else { return }
    store.add(draft)
    draft = ""
  }
}

@main
struct ListApp: App {
  let store = ListStore()

  var views: [ViewType<Void>] {
    [ViewType(ListViewState.self) { ListViewState(store: store) }]
  }
}
