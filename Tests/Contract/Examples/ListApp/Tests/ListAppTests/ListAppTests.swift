import SVVSTesting
import Testing

@testable import ListApp

@Test func anItemIsAddedOnce() async throws {
  let list = try await TestClient(ListApp()).open(ListViewState.self)
  try await list.set(\.draft, "Milk")
  #expect(list.state.canAdd)
  try await list.call("add")
  #expect(list.state.items == ["Milk"])
  #expect(list.state.draft == "" && !list.state.canAdd)
  try await list.set(\.draft, "Milk")
  #expect(list.state.draftError == "Milk is on the list")
}
