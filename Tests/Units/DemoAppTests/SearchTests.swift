import DemoApp
import Foundation
import SVVSTesting
import Testing

/// The search on a clock that the test turns and a service that holds its answers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SearchTests {
  let app = GatedApp()
  var client: TestClient { app.client }
  var searches: Gate<GatedSearch.Query, SearchPage> { app.search.searches }

  init() async throws {
    try await client.open("search", as: "s")
  }

  func type(_ text: String) async {
    await client.set(["searchText": text], on: "s").settled
  }

  /// Types a text and lets the time pass after which it is searched for.
  func pause(after text: String, search count: Int) async {
    await type(text)
    await app.clock.sleepers(1)
    app.clock.advance(by: .milliseconds(500))
    await searches.arrival(of: count)
  }

  func page(_ ids: ClosedRange<Int>, of total: Int) -> SearchPage {
    SearchPage(totalCount: total, users: ids.map { FoundUser(id: $0, login: "u\($0)") })
  }

  /// Searches for a text at once and gives an answer.
  func search(for text: String, answer: Result<SearchPage, any Error>) async {
    await type(text)
    let search = client.call("search", on: "s")
    switch answer {
    case .success(let page): await searches.release(.init(text: text), with: page)
    case .failure(let error): await searches.fail(.init(text: text), with: error)
    }
    await search.settled
  }

  var logins: [String?] {
    get async throws { try await client.state(of: "s")["users"]?.elements.map { $0["login"]?.string } ?? [] }
  }

  @Test func typingSearchesOnceWhenItPauses() async throws {
    await type("a")
    await type("ab")
    await pause(after: "abc", search: 1)
    #expect(searches.arrived == [.init(text: "abc")])
    await searches.release(.init(text: "abc"), with: page(1...2, of: 2))
    while try await client.nextChange() != #"s {"users":[{"id":1,"login":"u1","avatarURL":null},"#
      + #"{"id":2,"login":"u2","avatarURL":null}],"totalCount":2,"isLoading":false}"#
    {}
  }

  @Test(arguments: ["", "  "])
  func anEmptyTextSearchesNothing(text: String) async throws {
    await type("x")
    await type(text)
    await client.call("search", on: "s").settled
    #expect(searches.arrived == [])
  }

  @Test func clearingTheTextClearsTheResultsAndDropsTheAnswerOnItsWay() async throws {
    await search(for: "abc", answer: .success(page(1...1, of: 1)))
    let search = client.call("search", on: "s")
    _ = client.takeChanges()
    await type("")
    #expect(client.takeChanges() == [#"s {"searchText":"","users":[],"totalCount":0,"isLoading":false}"#])
    await search.settled
    #expect(client.takeChanges() == [])
  }

  @Test func aSearchThatBeganByItselfCanBeCancelled() async throws {
    await search(for: "ab", answer: .success(page(1...1, of: 1)))
    await pause(after: "abc", search: 2)
    #expect(try await client.state(of: "s")["isLoading"]?.boolean == true)
    await client.call("cancelSearch", on: "s").settled
    let state = try await client.state(of: "s")
    #expect(state["isLoading"]?.boolean == false && state["errorMessage"]?.isNull == true)
    #expect(try await logins == ["u1"], "the users that were found before stay")

    await type("ab")
    await pause(after: "abc", search: 3)
    #expect(searches.arrived.last == .init(text: "abc"), "the cancelled text is searched for when it is typed again")
  }

  @Test func aSearchThatWouldBeginAfterThePauseCanBeCancelled() async throws {
    await type("abc")
    await app.clock.sleepers(1)
    await client.call("cancelSearch", on: "s").settled
    app.clock.advance(by: .milliseconds(500))
    // A search that began now would arrive before this call settles.
    await client.call("select", on: "s", ["name": "a"]).settled
    #expect(searches.arrived == [])
  }

  @Test func cancellingTheNextPageKeepsItAvailable() async throws {
    await search(for: "abc", answer: .success(page(1...30, of: 90)))
    let more = client.call("loadMore", on: "s")
    await searches.arrival(of: 2)
    await client.call("cancelSearch", on: "s").settled
    await more.settled
    let state = try await client.state(of: "s")
    #expect(state["isLoading"]?.boolean == false && state["canLoadMore"]?.boolean == true)
  }

  @Test func aCancelledSearchShowsNoError() async throws {
    await type("abc")
    _ = client.takeChanges()
    let search = client.call("search", on: "s")
    client.cancel(search)
    #expect(await search.failure?.kind.name == "RequestCancelled")
    #expect(client.takeChanges() == [#"s {"isLoading":true}"#, #"s {"isLoading":false}"#])
  }

  @Test(
    arguments: [
      .notFound, .invalidRequest, .timedOut, .unreachable, .unexpectedReply, .rateLimited(retryAt: nil),
    ] as [RepositoryError])
  func aFailureLeavesItsMessageAndARetryTakesItAway(error: RepositoryError) async throws {
    await search(for: "abc", answer: .failure(error))
    var state = try await client.state(of: "s")
    #expect(state["isAlertPresented"]?.boolean == true && state["errorMessage"]?.string != nil)
    await search(for: "abc", answer: .success(page(1...1, of: 1)))
    state = try await client.state(of: "s")
    #expect(state["isAlertPresented"]?.boolean == false && state["errorMessage"]?.isNull == true)
  }

  @Test func aRateLimitHasATimeForARetry() async throws {
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    await search(for: "abc", answer: .failure(RepositoryError.rateLimited(retryAt: time)))
    let message = "Too many requests; try again after 2027-01-15T08:00:00Z"
    #expect(try await client.state(of: "s")["errorMessage"]?.string == message)
  }

  @Test func anotherPageIsAddedWithoutRepeatedUsers() async throws {
    await search(for: "abc", answer: .success(page(1...30, of: 40)))
    let more = client.call("loadMore", on: "s")
    await client.call("loadMore", on: "s").settled
    await searches.release(.init(text: "abc", page: 2), with: page(30...39, of: 40))
    await more.settled
    #expect(try await logins.count == 39)
    #expect(try await client.state(of: "s")["canLoadMore"]?.boolean == false)
    #expect(searches.arrived.count == 2, "one page at a time, and none after the last")
  }

  @Test func aFailedPageCanBeRequestedAgain() async throws {
    await search(for: "abc", answer: .success(page(1...30, of: 40)))
    let more = client.call("loadMore", on: "s")
    await searches.fail(.init(text: "abc", page: 2), with: RepositoryError.timedOut)
    await more.settled
    let again = client.call("loadMore", on: "s")
    await searches.release(.init(text: "abc", page: 2), with: page(31...40, of: 40))
    await again.settled
    #expect(try await logins.count == 40)
  }
}
