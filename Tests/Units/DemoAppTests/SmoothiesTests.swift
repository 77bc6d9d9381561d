import DemoApp
import Foundation
import SVVSTesting
import Testing

/// The menu and the favourites.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SmoothiesTests {
  let app = GatedApp()
  var client: TestClient { app.client }

  static let menu = ["b", "a"].map { Smoothie(id: $0, title: "The \($0)", price: 400, endDate: .distantPast) }

  func row(_ id: String, isFavorite: Bool) -> String {
    let text = #""title":"The \#(id)","priceText":"¥400","endDateText":"0001/01/01""#
    return #"{"id":"\#(id)",\#(text),"isFavorite":\#(isFavorite)}"#
  }

  /// Opens both pages and has the menu loaded.
  func open() async throws {
    try await client.open("smoothies", as: "s")
    try await client.open("favorites", as: "f")
    let fetch = client.call("fetch", on: "s")
    await app.smoothies.gate.release("menu", with: Self.menu)
    await fetch.settled
    _ = client.takeChanges()
  }

  @Test func aFetchShowsTheMenuInItsOrder() async throws {
    try await client.open("smoothies", as: "s")
    let fetch = client.call("fetch", on: "s")
    await app.smoothies.gate.release("menu", with: Self.menu)
    await fetch.settled
    let state = try await client.state(of: "s")
    #expect(state["smoothies"]?.description == "[\(row("b", isFavorite: false)),\(row("a", isFavorite: false))]")
  }

  @Test func aFavouriteToggledInOneViewChangesBothInOneCommit() async throws {
    try await open()
    await client.call("toggleFavorite", on: "f", ["id": "a"]).settled
    #expect(
      client.takeChanges() == [
        #"s {"smoothies":[\#(row("b", isFavorite: false)),\#(row("a", isFavorite: true))]}; "#
          + #"f {"favorites":[\#(row("a", isFavorite: true))],"emptyMessage":null}"#
      ])
  }

  @Test func onlyARemovalAmongTheFavouritesHasANotice() async throws {
    try await open()
    for (view, notice) in [("f", nil), ("f", "The a is no longer a favourite"), ("s", nil), ("s", nil)] {
      await client.call("toggleFavorite", on: view, ["id": "a"]).settled
      #expect(try await client.state(of: "f")["notice"]?.string == notice)
      await client.set(["notice": String?.none], on: "f").settled
    }
  }

  @Test func theNoticeSaysWhatTheLastRemovalHasDone() async throws {
    try await open()
    // The second call removes what the first one adds.
    let toggles = (1...2).map { _ in client.call("toggleFavorite", on: "f", ["id": "a"]) }
    for toggle in toggles { await toggle.settled }
    #expect(try await client.state(of: "f")["notice"]?.string == "The a is no longer a favourite")
    await client.call("toggleFavorite", on: "f", ["id": "b"]).settled
    #expect(
      try await client.state(of: "f")["notice"]?.string == "The a is no longer a favourite",
      "an addition does not remove the message before it is shown")
  }

  @Test func favouritesComeInTheOrderOfTheMenu() async throws {
    try await open()
    for id in ["a", "b"] { await client.call("toggleFavorite", on: "s", ["id": id]).settled }
    let favorites = try await client.state(of: "f")["favorites"]?.elements ?? []
    #expect(favorites.map { $0["id"]?.string } == ["b", "a"])
  }

  @Test func thereIsNoFavouriteIsSaidBeforeFiltering() async throws {
    try await open()
    #expect(try await client.state(of: "f")["emptyMessage"]?.string == "There are no favourites")
    await client.call("toggleFavorite", on: "s", ["id": "a"]).settled
    await client.set(["filterKeyword": "nothing"], on: "f").settled
    let state = try await client.state(of: "f")
    #expect(state["favorites"]?.count == 0 && state["emptyMessage"]?.isNull == true)
  }

  @Test func filteringIsSynchronousAndCommitsWithItsKeyword() async throws {
    try await open()
    client.set(["filterKeyword": "The a"], on: "s")
    #expect(
      client.takeChanges() == [#"s {"smoothies":[\#(row("a", isFavorite: false))],"filterKeyword":"The a"}"#])
  }

  @Test func aSmoothieThatIsNotOnTheMenuIsNotAFavourite() async throws {
    try await open()
    await client.call("toggleFavorite", on: "s", ["id": "z"]).settled
    #expect(client.takeChanges() == [#"s {"errorMessage":"Not found"}"#])
  }

  @Test func aToggleBeforeTheMenuIsThereLoadsItFirst() async throws {
    try await client.open("favorites", as: "f")
    let toggle = client.call("toggleFavorite", on: "f", ["id": "a"])
    await app.smoothies.gate.release("menu", with: Self.menu)
    await toggle.settled
    #expect(try await client.state(of: "f")["favorites"]?.description == "[\(row("a", isFavorite: true))]")
  }

  @Test func aFailedFetchIsStateAndKeepsTheMenu() async throws {
    try await open()
    let fetch = client.call("fetch", on: "s")
    await app.smoothies.gate.fail("menu", with: RepositoryError.unreachable)
    await fetch.settled
    #expect(client.takeChanges() == [#"s {"errorMessage":"The server cannot be reached"}"#])
    #expect(try await client.state(of: "s")["smoothies"]?.count == 2)
  }
}
