import SVVS
import SVVSTesting
import Testing

/// View states that are declared inside of other types, beside the types of their properties and arguments.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct NestedViewStateTests {
  enum Cart {
    @JSONCodable struct Item: Equatable { var name = "apple" }

    @MainActor @ViewState("cart")
    final class State {
      private(set) var items: [Item] = []
      var draft = Item()

      @Action func add(item: Item, others: [Item] = [Item(name: "plum")]) { items += [item] + others }
    }
  }

  @Test func argumentsAndDefaultValuesFindTheTypesBesideTheClass() async throws {
    let cart = try await TestClient(Cart.State.self) { Cart.State() }.open(Cart.State.self)
    #expect(cart.state.draft == Cart.Item())
    try await cart.set(\.draft, Cart.Item(name: "pear"))
    try await cart.call("add", ["item": Cart.Item(name: "fig")])
    #expect(cart.state.items.map(\.name) == ["fig", "plum"])
  }
}
