import JSON
import StateServer
import Testing

/// The description of an app's view types.
@MainActor
struct SchemaTests {
  @Test func aViewTypeListsItsParametersPropertiesAndActions() throws {
    let schema = try JSONValue(parsing: AppSchema(of: CounterApp()).text)
    let counter = try #require(schema["viewTypes"]?["counter"])
    #expect(counter["params"]?["properties"]?["step"]?["type"]?.string == "integer")
    #expect(counter["params"]?["required"]?.count == 0)
    #expect(counter["properties"]?.members.map(\.key) == ["number", "isBusy", "label", "secret"])
    #expect(counter["properties"]?["number"]?["readOnly"]?.boolean == true)
    #expect(counter["properties"]?["secret"]?["writeOnly"]?.boolean == true)
    #expect(counter["properties"]?["label"]?.members.count == 1)
    #expect(counter["actions"]?["addLater"]?["arguments"]?["required"]?.elements.map(\.string) == ["request"])
    #expect(counter["actions"]?["addLater"]?["description"]?.string?.hasPrefix("Waits at the gate") == true)
  }

  @Test func theHashChangesWithTheDocument() throws {
    func hash(of app: some App) throws -> String { try OpenRPCDocument(of: AppSchema(of: app)).hash }
    #expect(try hash(of: CounterApp()) == hash(of: CounterApp()))
    #expect(try hash(of: CounterApp()) != hash(of: EmptyApp()))
  }

  struct EmptyApp: App {
    var views: [ViewType<Void>] { [] }
  }
}
