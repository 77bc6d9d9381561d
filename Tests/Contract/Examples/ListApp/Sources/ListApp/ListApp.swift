import SVVS
import StateServerCommand

@Store final class ListStore { var items: [Item] = [] }

@JSONCodable struct Item {
  let id: Int
  let title: String
}

/// A shopping list, with a field to type into.
@ViewState("list")
final class ListViewState {
  var items: [Item] { store.items }
  @Submits("add") var draft = ""
  @Shown(.never) var canAdd: Bool { !draft.isEmpty }
  private let store: ListStore

  /// Adds the draft to the list and empties the field.
  @Action(.enabled(when: "canAdd")) func add() {
    guard canAdd else { return }
    store.items.append(Item(id: (items.last?.id ?? 0) + 1, title: draft))
    draft = ""
  }
}

@main struct ListApp: App {
  let store = ListStore()
  var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
}
