import DemoApp
import SVVSTesting
import Testing

/// The friends page against a backend that holds its answers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct FriendsTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var users: GatedUsers { app.users }

  static func friend(_ id: String, isBookmarked: Bool = false) -> String {
    let friends = id == "C" ? #"["A"]"# : "[]"
    return #"{"id":"\#(id)","name":"User \#(id)","friendIDs":\#(friends),"isBookmarked":\#(isBookmarked)}"#
  }

  static func shown(_ friends: String...) -> String {
    #"f {"filteredFriends":[\#(friends.joined(separator: ","))]}"#
  }

  /// Opens the page of user A, whose friends are B and C, with everything loaded.
  func openLoaded(as view: String = "f") async throws {
    try await client.open("friends", as: view, params: ["id": "A"])
    let appearance = client.call("onAppear", on: view)
    await users.gate.release("A", with: .friendly)
    await users.batches.arrival(of: 1)
    await users.batches.release(["B", "C", "B", "Z"], with: [.userC, .userB])
    await appearance.settled
    _ = client.takeChanges()
  }

  func toggle(_ id: String) -> TestCall { client.call("toggleFriendBookmark", on: "f", ["id": id]) }

  @Test func friendsComeInTheUsersOrderAndUnknownOrRepeatedOnesAreSkipped() async throws {
    try await openLoaded()
    let state = try await client.state(of: "f")
    #expect(state["filteredFriends"]?.elements.map { $0["id"]?.string } == ["B", "C"])
  }

  @Test func aBatchLoadLandsInOneCommit() async throws {
    try await client.open("friends", as: "f", params: ["id": "A"])
    let appearance = client.call("onAppear", on: "f")
    await users.gate.release("A", with: .friendly)
    await users.batches.arrival(of: 1)
    _ = client.takeChanges()
    await users.batches.release(["B", "C", "B", "Z"], with: [.userC, .userB])
    await appearance.settled
    #expect(client.takeChanges() == [Self.shown(Self.friend("B"), Self.friend("C"))])
  }

  @Test func usersThatTheBackendLacksAreRemovedAndThoseChangedMeanwhileStay() async throws {
    try await openLoaded()
    let again = client.call("onAppear", on: "f")
    await users.gate.release("A", with: .friendly)
    await users.batches.arrival(of: 2)
    let toggle = toggle("C")
    await users.patches.release(
      .init(id: "C", isBookmarked: true), with: User(id: "C", name: "New C", isBookmarked: true))
    await toggle.settled
    _ = client.takeChanges()
    await users.batches.release(["B", "C", "B", "Z"], with: [.userC])
    await again.settled
    let friends = try await client.state(of: "f")["filteredFriends"]?.elements
    #expect(friends?.map { $0["name"]?.string } == ["New C"], "B is gone, the new C is not overwritten")
  }

  @Test func aToggleShowsBeforeTheBackendAnswersAndSendsOneField() async throws {
    try await openLoaded()
    let toggle = toggle("B")
    #expect(client.takeChanges() == [Self.shown(Self.friend("B", isBookmarked: true), Self.friend("C"))])
    #expect(users.patches.arrived == [.init(id: "B", isBookmarked: true)])
    await users.patches.release(
      .init(id: "B", isBookmarked: true), with: User(id: "B", name: "User B", isBookmarked: true))
    await toggle.settled
    #expect(client.takeChanges() == [], "what was shown already is not sent again")
  }

  @Test func aRefusedToggleFallsBackToTheStoresCurrentValue() async throws {
    try await openLoaded()
    let toggle = toggle("B")
    _ = client.takeChanges()
    await users.patches.fail(.init(id: "B", isBookmarked: true), with: RepositoryError.unreachable)
    #expect(await toggle.failure == nil)
    #expect(
      client.takeChanges() == [
        Self.shown(Self.friend("B"), Self.friend("C")).dropLast() + #","errorMessage":"The server cannot be reached"}"#
      ])
  }

  @Test func togglesOfOneFriendApplyInOrder() async throws {
    try await openLoaded()
    let calls = [toggle("B"), toggle("B"), toggle("B")]
    #expect(users.patches.arrived == [.init(id: "B", isBookmarked: true)], "the next waits for the answer")
    for (number, value) in [true, false, true].enumerated() {
      await users.patches.arrival(of: number + 1)
      await users.patches.release(
        .init(id: "B", isBookmarked: value), with: User(id: "B", name: "User B", isBookmarked: value))
      await calls[number].settled
    }
    #expect(users.patches.arrived.map(\.isBookmarked) == [true, false, true])
    #expect(try await client.state(of: "f")["filteredFriends"]?.elements.first?["isBookmarked"]?.boolean == true)
  }

  @Test func theFilterIsSynchronous() async throws {
    try await openLoaded()
    _ = toggle("C")
    _ = client.takeChanges()
    await client.set(["showsOnlyBookmarkedFriends": true], on: "f").settled
    #expect(
      client.takeChanges() == [
        Self.shown(Self.friend("C", isBookmarked: true)).dropLast() + #","showsOnlyBookmarkedFriends":true}"#
      ])
  }

  @Test func aUserWhoseFriendsChangeLoadsThemAndFriendsOfFriendsDoNotLoadEachOther() async throws {
    try await openLoaded()
    try await client.open("friends", as: "other", params: ["id": "C"])
    let appearance = client.call("onAppear", on: "other")
    await users.gate.release("C", with: .userC)
    await users.batches.arrival(of: 2)
    await users.batches.release(["A"], with: [User(id: "A", name: "User A", friendIDs: ["C"])])
    await appearance.settled
    await users.batches.arrival(of: 3)
    #expect(users.batches.arrived == [["B", "C", "B", "Z"], ["A"], ["C"]], "A's friends changed, so they load")
    await users.batches.release(["C"], with: [User(id: "C", name: "Third C", friendIDs: ["A"])])
    _ = try await client.state(of: "other")
    await client.request("view/close", #"{"view":"other"}"#).settled
    #expect(users.batches.arrived.count == 3, "C's friends are the same, so nothing loads")
  }

  @Test func closingThePageDropsItsOverlay() async throws {
    try await openLoaded()
    let toggle = toggle("B")
    await client.request("view/close", #"{"view":"f"}"#).settled
    #expect(await toggle.failure?.kind.name == "RequestCancelled")
    let state = try await client.open("friends", as: "g", params: ["id": "A"])
    #expect(state["filteredFriends"]?.elements.first?["isBookmarked"]?.boolean == false)
  }
}
