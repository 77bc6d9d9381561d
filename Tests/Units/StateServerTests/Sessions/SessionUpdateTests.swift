import JSON
import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Updates of sessions for a front end that does not read.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct SessionUpdateTests {
  let host: TestHost
  let first: TestClient
  let sleeper: TestClient

  init() {
    host = TestHost(CounterApp())
    first = TestClient(host)
    sleeper = TestClient(host)
  }

  /// Has both in sessions of these names, and one no longer read.
  private func fallAsleep(in sessions: [String]) async throws {
    for session in sessions {
      try await first.share(ExactString(session))
      try await sleeper.join(ExactString(session))
    }
    _ = sleeper.takeSessionChanges()
    sleeper.isReading = false
  }

  @Test func changesInSeveralSessionsByTurnsAreOneUpdateForEach() async throws {
    try await fallAsleep(in: ["a", "b"])
    for _ in 1...10 {
      for session in ["a", "b"] {
        try await first.open("counter", as: "v", session: session)
        _ = try await first.request(ViewClose(view: "v")).result
      }
    }
    try await first.open("counter", as: "last", session: "a")
    sleeper.isReading = true
    let changes = sleeper.takeSessionChanges()
    #expect(Set(changes.map(\.session)) == ["a", "b"])
    #expect(changes.count == 2)
    #expect(changes.flatMap(\.closed).isEmpty)
    #expect(changes.flatMap { $0.opened.map(\.view) } == ["last"])
  }

  @Test func requestsOfTheSleeperDoNotMakeFurtherUpdates() async throws {
    try await fallAsleep(in: ["a"])
    for number in 1...10 {
      try await first.open("counter", as: "v\(number)", session: "a")
      sleeper.request("initialized")
    }
    sleeper.isReading = true
    #expect(sleeper.takeSessionChanges().map { $0.opened.count } == [10])
  }

  @Test func aViewOfANameThatTheSleeperHasClosedIsSentAfterTheReply() async throws {
    try await fallAsleep(in: ["a"])
    sleeper.isReading = true
    try await first.open("counter", as: "v", session: "a")
    _ = sleeper.takeSessionChanges()
    let read = sleeper.unreadLines.count
    sleeper.isReading = false
    try await first.open("counter", as: "other", session: "a")
    let close = sleeper.request(ViewClose(view: "v"))
    try await first.open("counter", as: "v", session: "a")
    sleeper.isReading = true
    _ = try await close.result
    #expect(sleeper.unreadLines.dropFirst(read).map { $0.contains("session/changed") } == [false, true])
    #expect(sleeper.takeSessionChanges().map { $0.opened.map(\.view) } == [["other", "v"]])
  }

  @Test func aViewThatTheSleeperClosesUnseenIsNotMentioned() async throws {
    try await fallAsleep(in: ["a"])
    try await first.open("counter", as: "v", session: "a")
    let close = sleeper.request(ViewClose(view: "v"))
    try await first.open("counter", as: "v", session: "a")
    try await first.open("counter", as: "w", session: "a")
    sleeper.isReading = true
    _ = try await close.result
    #expect(sleeper.takeSessionChanges().map { $0.opened.map(\.view) } == [["v", "w"]])
  }

  @Test func aViewIsOpenedAfterTheOneOfItsNameThatClosedInAnotherSession() async throws {
    try await first.share("a")
    try await first.open("counter", as: "v", session: "a")
    try await sleeper.join("a")
    try await fallAsleep(in: ["b"])
    try await first.open("counter", as: "w", session: "b")
    _ = try await first.request(ViewClose(view: "v")).result
    try await first.open("counter", as: "v", session: "b")
    sleeper.isReading = true
    let changes = sleeper.takeSessionChanges()
    #expect(changes.map(\.session) == ["a", "b"])
    #expect(changes.map(\.closed) == [["v"], []])
    #expect(changes.map { $0.opened.map(\.view) } == [[], ["w", "v"]])
  }

  @Test func aViewThatOthersCloseBeforeItsOpeningIsReadIsNotMentioned() async throws {
    try await fallAsleep(in: ["a"])
    let open = sleeper.request(ViewOpen(type: "counter", view: "v", session: "a"))
    _ = try await first.request(ViewClose(view: "v")).result
    sleeper.isReading = true
    #expect(await open.failure?.kind == .requestCancelled(.viewClosed))
    #expect(sleeper.takeSessionChanges().flatMap(\.closed).isEmpty)
  }
}
