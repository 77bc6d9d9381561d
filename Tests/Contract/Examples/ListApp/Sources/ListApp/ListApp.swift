import SVVS
import StateServerCommand

@Store final class ListStore { var items: [String] = [] }

/// A shopping list, with a field to type into.
@ViewState("list")
final class ListViewState {
  var items: [String] { store.items }
  @Submits("add") var draft = ""
  @ErrorMessage(for: "draft") var draftError: String? { items.contains(draft) ? "\(draft) is on the list" : nil }
  @Shown(.never) var canAdd: Bool { !draft.isEmpty && draftError == nil }
  private let store: ListStore

  /// Adds the draft to the list and empties the field.
  @Action(.enabled(when: "canAdd")) func add() {
    guard canAdd else { return }
    store.items.append(draft)
    draft = ""
  }

  @Action(.destructive, .confirms("Remove all items?")) func clear() { store.items = [] }
}

@main struct ListApp: App {
  let store = ListStore()
  var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
}
