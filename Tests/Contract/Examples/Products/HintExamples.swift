import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

@JSONCodable
struct Person {
  let id: Int
  let name: String
  @Title("Here today") var isPresent: Bool = false
}

@JSONCodable
enum Fetching: String {
  case notYet, underWay, done
}

/// The members of the staff.
@MainActor @ViewState("staff", title: "Staff", isStart: true)
final class StaffViewState {
  @Title("Name contains") @Filters("people") var keyword = ""
  @Opens("person", with: ["id": "id"]) var people: [Person] { all.filter(isFound) }
  @Busy(when: "underWay") private(set) var fetching = Fetching.notYet
  @ErrorMessage private(set) var errorMessage: String?

  @Shown(.never) var hasAbsentPeople: Bool { all.contains { !$0.isPresent } }
  private(set) var message = ""

  private var all: [Person] = []

  private func isFound(_ person: Person) -> Bool { keyword.isEmpty || person.name.contains(keyword) }

  /// Fetches the list.
  @Action(.onAppear, .offered) func load() {
    all = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob")]
    fetching = .done
  }

  /// Marks a person as present or absent.
  @Action("Here or not", .argument("id", from: "people", member: "id"))
  func togglePresence(id: Int) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    all[index].isPresent.toggle()
  }

  /// Removes a person from the list.
  @Action(.destructive, .confirms("Remove this person?"), .argument("id", from: "people", member: "id"))
  func remove(id: Int) { all.removeAll { $0.id == id } }

  /// Removes everybody who is absent.
  @Action(.destructive, .enabled(when: "hasAbsentPeople")) func removeAbsent() { all.removeAll { !$0.isPresent } }

  /// Leaves a message at the door. An empty one removes it.
  @Action(.argument("text", title: "Message", mayBeEmpty: true)) func leaveMessage(text: String) { message = text }

  /// Opens the door.
  @Action("Open the door", .argument("code", title: "Code of the door", isWriteOnly: true))
  func openDoor(code: String) { errorMessage = code == "1815" ? nil : "The code is wrong" }
}

/// Somebody who works here.
@MainActor @ViewState("person", title: "Person")
final class PersonViewState {
  @JSONCodable struct Parameters { let id: Int }
  let id: Int
  @Busy private(set) var isLoading = false
  @Opens("staff") var showsStaff = false

  init(id: Int) { self.id = id }
}

@MainActor
struct HintExamples {
  struct StaffApp: App {
    var views: [ViewType<Void>] {
      [
        ViewType(StaffViewState.self) { StaffViewState() },
        ViewType(PersonViewState.self) { (parameters: PersonViewState.Parameters) in
          PersonViewState(id: parameters.id)
        },
      ]
    }
  }

  @Test func theScreenSaysWhatTheMarkersSay() async throws {
    let document = try await FrontEnd(of: TestClient(StaffApp())).send(Discover()).json
    let staff = try #require(document["x-screens"]?.elements.first)
    #expect(staff["title"]?.string == "Staff" && staff["onAppear"]?.string == "load")
    let actions = try #require(staff["actions"]?.elements)
    let id = actions[1]["asks"]?.elements.first
    #expect(id?["from"]?.description == #"{"property":"people","member":"id"}"#)
    #expect(actions.map { $0["notOffered"]?.boolean } == Array(repeating: nil, count: 6))
    #expect(actions.map { $0["confirm"]?.string } == [nil, nil, "Remove this person?", "Remove absent?", nil, nil])
    #expect(actions[3]["enabledBy"]?.string == "hasAbsentPeople")
    #expect(actions[4]["asks"]?.elements.first?["mayBeEmpty"]?.boolean == true)
  }

  @Test func anActionOfARowIsCalledByTheMemberOfTheRow() async throws {
    let client = TestClient(StaffApp())
    try await client.open("staff", as: "s")
    await client.call("load", on: "s").settled
    _ = client.takeChanges()
    await client.call("togglePresence", on: "s", ["id": 2]).settled
    #expect(client.takeChanges().first?.contains(#""name":"Bob","isPresent":true"#) == true)
  }
}
