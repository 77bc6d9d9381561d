import SVVSTesting
import Testing

@testable import ListApp

@Test func addingEmptiesTheField() async throws {
  let client = TestClient(ListApp())
  try await client.open("list", as: "l")
  await client.set(["draft": "Milk"], on: "l").settled
  #expect(client.takeChanges() == [#"l {"draft":"Milk","canAdd":true}"#])
  await client.call("add", on: "l").settled
  #expect(client.takeChanges() == [#"l {"items":[{"id":1,"title":"Milk"}],"draft":"","canAdd":false}"#])
}
