import Foundation
import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import TestSupport
import Testing

/// Plays the rows of the article WhatEndsWhat about views and sessions, calls and members: each end must have the
/// effects in its row.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct WhatEndsWhatTests {
  /// The names of the rows of a table, and of the ends that can be played, which must be the same.
  private nonisolated static func names(_ table: ArticleTable, _ ends: some Sequence<String>) -> [String] {
    Set(table.rows.keys).union(ends).sorted()
  }

  // MARK: - Views and sessions

  private struct ViewEnd: Sendable {
    var isOfSession = false
    var hasMembers = true
    var keep = 0.0
    /// Happens before the last change of the view.
    var prepare: @MainActor @Sendable (Play) -> TestCall? = { _ in nil }
    let begin: @MainActor @Sendable (Play) async throws -> TestCall?
  }

  private nonisolated static let viewEnds: [String: ViewEnd] = [
    "`view/close`": ViewEnd { $0.first.request(ViewClose(view: "a")) },
    "`session/close`": ViewEnd(isOfSession: true) { $0.first.request(SessionClose(session: "work")) },
    "the last member leaves, and `keep` is 0": ViewEnd(isOfSession: true, hasMembers: false) {
      $0.first.disconnect()
      return nil
    },
    "`keep` seconds pass without a member": ViewEnd(isOfSession: true, hasMembers: false, keep: 0.02) {
      $0.first.disconnect()
      while try await $0.isListed { await Task.yield() }
      return nil
    },
    "the lifetime of the view ends": ViewEnd {
      $0.app.login.end()
      return nil
    },
    "its lifetime ends during `view/close`": ViewEnd(prepare: { $0.first.request(ViewClose(view: "a")) }) {
      $0.app.login.end()
      return nil
    },
  ]

  @Test(arguments: names(.views, viewEnds.keys))
  func anEndOfAViewHasTheEffectsInItsRow(name: String) async throws {
    let end = try #require(WhatEndsWhatTests.viewEnds[name])
    let play = try await Play(keep: end.keep)
    play.first.call("work", on: "a", ["entry": "x"])
    await play.app.gate.arrival(of: 1)
    if !end.hasMembers { play.second.disconnect() }
    let prepared = end.prepare(play)
    play.account.entries.append("late")
    let close = try await end.begin(play) ?? prepared
    let isFree = await play.isNameFree(ofSession: end.isOfSession)
    await play.app.gate.release("x", with: ())
    await close?.settled
    if !isFree { #expect(await play.isNameFree(ofSession: end.isOfSession)) }
    try await yield(while: play.app.made.state != nil)
    let changes = play.second.takeSessionChanges()
    let isSent = play.second.takeChanges().contains { $0.contains("late") }
    let isClosed = changes.contains { $0.closed == ["a"] }
    let cells = [
      changes.last?.connections == 0 ? "`closed`, no members" : isClosed ? "`closed`" : "–",
      end.hasMembers ? isSent ? "sent" : "not sent" : "–",
      isFree ? "at once" : "after the work",
    ]
    #expect(ArticleTable.views.rows[name] == cells)
  }

  // MARK: - Calls

  private struct CallEnd: Sendable {
    var isPrivate = false
    var logsOut = false
    /// Whether the call is a `view/close` that waits for work.
    var closes = false
    let begin: @MainActor @Sendable (Play, TestCall) -> Void
  }

  private nonisolated static let callEnds: [String: CallEnd] = [
    "`$/cancelRequest`": CallEnd { $0.first.cancel($1) },
    "`view/close`": CallEnd { play, _ in play.second.request(ViewClose(view: "a")) },
    "`session/close`": CallEnd { play, _ in play.second.request(SessionClose(session: "work")) },
    "the lifetime of its view ends": CallEnd { play, _ in play.app.login.end() },
    "its own work ends that lifetime": CallEnd(logsOut: true) { _, _ in },
    "`shutdown`": CallEnd { play, _ in play.first.request(Shutdown()) },
    "its connection is lost, and the session ends": CallEnd(isPrivate: true) { play, _ in play.first.disconnect() },
    "its connection is lost, and the session stays": CallEnd { play, _ in play.first.disconnect() },
    "`$/cancelRequest` of a `view/close`": CallEnd(closes: true) { $0.first.cancel($1) },
    "the connection of a `view/close` is lost": CallEnd(closes: true) { play, _ in play.first.disconnect() },
  ]

  @Test(arguments: names(.calls, callEnds.keys))
  func anEndOfACallHasTheEffectsInItsRow(name: String) async throws {
    let end = try #require(WhatEndsWhatTests.callEnds[name])
    let play = try await Play()
    let work = (end.closes ? play.second : play.first).call(
      "work", on: end.isPrivate ? "own" : "a", ["entry": "x", "logsOut": end.logsOut])
    await play.app.gate.arrival(of: 1)
    let call = end.closes ? play.first.request(ViewClose(view: "a")) : work
    end.begin(play, call)
    for _ in 1...1000 where !call.isSettled { await Task.yield() }
    let isEarly = call.isSettled
    let reply = try await play.reply(to: call) { await play.app.gate.release("x", with: ()) }
    try await yield(while: play.account.entries.isEmpty)
    let cells = [
      reply ?? "–", reply == nil ? "–" : isEarly ? "at once" : "after the work",
      play.account.entries == ["x"] ? "continues" : "is cancelled",
    ]
    #expect(ArticleTable.calls.rows[name] == cells)
  }

  // MARK: - Members

  private struct MemberEvent: Sendable {
    var keep = 60.0
    let happen: @MainActor @Sendable (Play) async throws -> Void
  }

  private nonisolated static let memberEvents: [String: MemberEvent] = [
    "a front end joins": MemberEvent { try await $0.watcher.join("work") },
    "a front end joins again with its token": MemberEvent { try await $0.watcher.join("work", token: $0.token) },
    "a member leaves, and others stay": MemberEvent(keep: 0) { $0.first.disconnect() },
    "the last member leaves, and `keep` is 0": MemberEvent(keep: 0) {
      for client in [$0.second, $0.first] { client.disconnect() }
    },
    "the last member leaves, and `keep` is more": MemberEvent {
      for client in [$0.second, $0.first] { client.disconnect() }
    },
    "`session/close`": MemberEvent { await $0.first.request(SessionClose(session: "work")).settled },
    "a member leaves during `session/close`": MemberEvent { play in
      play.second.call("work", on: "a", ["entry": "x"])
      await play.app.gate.arrival(of: 1)
      let close = play.second.request(SessionClose(session: "work"))
      play.first.disconnect()
      await play.app.gate.release("x", with: ())
      await close.settled
    },
  ]

  @Test(arguments: names(.members, memberEvents.keys))
  func aMemberComesAndGoesWithTheEffectsInItsRow(name: String) async throws {
    let event = try #require(WhatEndsWhatTests.memberEvents[name])
    let play = try await Play(keep: event.keep)
    try await event.happen(play)
    let isListed = try await play.isListed
    let counts = play.second.takeSessionChanges().map(\.connections)
    let received = [[]: "–", [0]: "no members", [1]: "one fewer", [3]: "one more"][counts] ?? "\(counts)"
    let returning = TestClient(play.host)
    let isValid = await returning.request(SessionJoin(session: "work", token: play.token)).failure == nil
    #expect(
      ArticleTable.members.rows[name] == [isListed ? "stays" : "ends", received, isValid ? "valid" : "unknown"])
  }
}

/// Two front ends in the session `work`, with the view `a` of a login there, and the view `own` of the first alone. All
/// work waits at a gate, and ignores its cancellation.
@MainActor
private final class Play {
  let app = LoginApp(gate: Gate(honoursCancellation: false))
  let host: TestHost
  let first: TestClient
  let second: TestClient
  /// A front end that is not in the session.
  let watcher: TestClient
  let account: Account
  /// The token of the first.
  private(set) var token = ""

  init(keep: Double = 60) async throws {
    var configuration = ServerConfiguration()
    // Nothing ends because time has passed.
    configuration.closeTimeout = .seconds(3600)
    host = TestHost(app, configuration: configuration)
    (first, second, watcher) = (TestClient(host), TestClient(host), TestClient(host))
    app.logIn()
    account = try #require(app.login.current)
    try await first.open("account", as: "own")
    token = try await first.share("work", keep: keep)
    try await first.open("account", as: "a", session: "work")
    try await second.join("work")
  }

  /// Whether there is a shared session.
  var isListed: Bool {
    get async throws { try await !SharedSessions(json: watcher.request(SessionList()).result).sessions.isEmpty }
  }

  /// Opens a session or a view under a name that may be in use.
  func isNameFree(ofSession: Bool) async -> Bool {
    let opening =
      ofSession
      ? watcher.request(SessionOpen(session: "work", shared: true))
      : first.request(ViewOpen(type: "login", view: "a", session: "work"))
    return await opening.failure == nil
  }

  /// The reply to a call of the first after `release`, as a word of the article; nil if there is none. If the connection
  /// is lost, the reply is requested on another one.
  func reply(to call: TestCall, after release: () async -> Void) async throws -> String? {
    guard first.status != nil else {
      await release()
      guard let failure = await call.failure else { return "result" }
      guard case .requestCancelled(let reason) = failure.kind else { return "\(failure.kind)" }
      return "`\(reason.rawValue)`"
    }
    let id = RequestID.integer(Int64(call.id))
    let returning = TestClient(host)
    let joined = try await returning.join("work", token: token, unanswered: [id])
    await release()
    guard joined.running == [id] else { return nil }
    while true {
      let line = try await returning.nextLine()
      if line.hasPrefix(#"{"jsonrpc":"2.0","id":\#(call.id),"#) { return line.contains("result") ? "result" : line }
    }
  }
}

/// A table of the article.
private enum ArticleTable: String {
  case views = "A view or a session"
  case calls = "A call"
  case members = "A member of a shared session"

  /// The cells of each row after the first, by the first.
  var rows: [String: [String]] {
    let section = ArticleTable.article.components(separatedBy: "### ").first { $0.hasPrefix(rawValue + "\n") } ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map {
      $0.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0.dropFirst())) })
  }

  private static let article: String = {
    let path = "../../../Sources/StateServer/StateServer.docc/WhatEndsWhat.md"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    return (try? String(contentsOf: file.standardized, encoding: .utf8)) ?? ""
  }()
}
