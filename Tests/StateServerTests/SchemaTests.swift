import JSON
import StateServer
import Testing

/// The description of an app's view types.
@MainActor
struct SchemaTests {
  @Test func aViewTypeListsItsParametersPropertiesAndActions() throws {
    let schema = try JSON(parsing: AppSchema(of: CounterApp()).text)
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

  @Test func theHashChangesWithTheDocument() {
    #expect(AppSchema(of: CounterApp()).hash == AppSchema(of: CounterApp()).hash)
    #expect(AppSchema(of: CounterApp()).hash != AppSchema(of: EmptyApp()).hash)
  }

  struct EmptyApp: App {
    var views: [ViewType<Void>] { [] }
  }
}
