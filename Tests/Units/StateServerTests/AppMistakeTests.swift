import SVVS
import SVVSTesting
import Synchronization
import Testing

@testable import StateServer

@JSONCodable
struct Page<Element: JSONCodable> {
  let elements: [Element]
}

@JSONCodable
struct Item {
  let id: Int
}

/// A type whose name the protocol has.
struct Taken: JSONCodable {
  /// How often the schema was made.
  static let count = Atomic(0)

  static var jsonSchema: JSONSchema {
    count.add(1, ordering: .relaxed)
    return .object(JSONSchema.Object(name: "ViewSnapshot", members: []))
  }

  init() {}
  init(json: JSONValue) {}
  func encode(to writer: inout JSONWriter) { writer.object { _ in } }
}

@MainActor @Observable @ViewState("page")
final class PageViewState {
  var texts = Page<String>(elements: [])
  @Action func show(numbers: Page<Int>) {}
}

@MainActor @Observable @ViewState("taken")
final class TakenViewState {
  private(set) var snapshot = Taken()
}

@MainActor @Observable @ViewState("list")
final class ListViewState<Element: JSONCodable> {
  var elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  @Action func append(element: Element) { elements.append(element) }
}

/// Apps that compile and cannot be served as they are.
@MainActor
struct AppMistakeTests {
  /// An app whose views a test chooses.
  struct SomeApp: App {
    var views: [ViewType<Void>] = []
  }

  private func mistake(of views: [ViewType<Void>]) -> AppMistake? {
    do {
      _ = try AppSchema(of: SomeApp(views: views))
      return nil
    } catch {
      return error
    }
  }

  @Test func twoViewTypesOfOneNameAreFound() {
    let type = ViewType(ListViewState<Item>.self) { ListViewState([]) }
    #expect(mistake(of: [type]) == nil)
    #expect(mistake(of: [type, type]) == .sameViewType("list"))
  }

  @Test func aGenericTypeUsedTwiceIsFoundWithBothPlaces() {
    #expect(
      mistake(of: [ViewType(PageViewState.self) { PageViewState() }])
        == .sameJSONName(
          "Page", first: "the property texts of the view type page",
          second: "the argument numbers of the action show of the view type page"))
  }

  @Test func aNameOfTheProtocolIsFound() {
    #expect(
      mistake(of: [ViewType(TakenViewState.self) { TakenViewState() }])
        == .sameJSONName("ViewSnapshot", first: "the protocol", second: "the property snapshot of the view type taken"))
  }

  @Test func theRequestsThatNeedTheSchemaFailWithTheMistake() throws {
    let app = try HostedApp(SomeApp(views: [ViewType(TakenViewState.self) { TakenViewState() }]))
    let failure = #expect(throws: Failure.self) { try app.document() }
    #expect(failure?.kind == .internalError)
    #expect(failure?.message.contains("Two types have the name ViewSnapshot in JSON") == true)
    let count = Taken.count.load(ordering: .relaxed)
    #expect(throws: Failure.self) { try app.document() }
    #expect(Taken.count.load(ordering: .relaxed) == count, "the mistake is kept")
  }

  @Test func aViewStateMayBeGeneric() async throws {
    let client = TestClient(ListViewState<Item>.self) { ListViewState([Item(id: 1)]) }
    #expect(try await client.open("list", as: "l")["elements"]?.description == #"[{"id":1}]"#)
    await client.call("append", on: "l", ["element": Item(id: 2)]).settled
    #expect(client.takeChanges() == [#"l {"elements":[{"id":1},{"id":2}]}"#])
  }

  @Test func aViewThatCannotBeMadeIsAFaultOfTheServer() async throws {
    struct Missing: Error {}
    let client = TestClient(
      SomeApp(views: [ViewType(ListViewState<Item>.self) { () throws -> ListViewState<Item> in throw Missing() }]))
    let failure = await client.request("view/open", #"{"type":"list","view":"l"}"#).failure
    #expect(failure?.kind == .internalError)
    #expect(await client.call("append", on: "l").failure?.kind == .invalidParams(path: JSONPointer("view")))
  }
}
