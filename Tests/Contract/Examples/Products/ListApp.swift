import SVVS
import StateServer

/// The data that all views share. Lives as long as the process.
@MainActor @Store
final class ListStore {
  var items: [Item] = []
}

@JSONCodable
struct Item {
  let id: Int
  let title: String
}

/// A shopping list, with a field to type into.
@MainActor @ViewState("list")
final class ListViewState {
  var items: [Item] { store.items }
  var draft = ""
  private let store: ListStore

  /// Adds the draft to the list and empties the field.
  @Action func add() {
    store.items.append(Item(id: (items.last?.id ?? 0) + 1, title: draft))
    draft = ""
  }
}

/// One item of the list; null once it is gone.
@MainActor @ViewState("item")
final class ItemViewState {
  @JSONCodable struct Parameters { let id: Int }

  var item: Item? { store.items.first { $0.id == id } }
  private let id: Int
  private let store: ListStore
}

struct ListApp: App {
  let store = ListStore()

  var views: [ViewType<Void>] {
    [
      ViewType(ListViewState.self) { ListViewState(store: store) },
      ViewType(ItemViewState.self) { (parameters: ItemViewState.Parameters) in
        ItemViewState(id: parameters.id, store: store)
      },
    ]
  }
}
