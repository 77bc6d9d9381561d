import Foundation
import SVVS
import SVVSPersistence
import Testing

@testable import DemoApp

/// The messages that a view of a room shows.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct MessageWindowTests {
  private static let table = MessageTable(roomID: 2, accountID: "hanako")
  private let database = AppDatabase.demoInMemory()
  private let store: RoomStore
  private let scope = StoreScope<RoomStore>()

  init() throws {
    scope.begin { [database] in RoomStore(Self.table, lifetime: $0, database: database) }
    store = try #require(scope.current)
  }

  /// A window that shows the newest messages.
  private func window() async throws -> MessageWindow {
    let window = store.makeWindow()
    try await window.load()
    // As a view does when it is opened.
    _ = window.messages
    return window
  }

  /// Adds messages, which have the ids from 121 on.
  private func insert(_ count: Int, body: String = "text") async throws {
    try await database.write { transaction in
      for _ in 0..<count {
        try transaction.execute(
          "INSERT INTO message (roomID, accountID, body, sentAt) VALUES (2, 'hanako', \(body), 0)")
      }
    }
  }

  @Test func newMessagesAreAddedAndNoneIsDropped() async throws {
    try await insert(60)
    let window = try await window()
    #expect(window.messages.map(\.id) == Array(131...180))
    try await insert(100)
    #expect(window.messages.map(\.id) == Array(131...280))
  }

  @Test func allMessagesOfASmallRoomAreKept() async throws {
    let window = try await window()
    for _ in 1...2 { try await insert(60) }
    #expect(window.messages.map(\.id) == Array(121...240))
  }

  @Test func aWindowThatIsOpenedLaterShowsTheNewestPageAlone() async throws {
    try await insert(50)
    let first = try await window()
    try await insert(10)
    #expect(try await window().messages.map(\.id) == Array(131...180))
    #expect(first.messages.count == 60)
  }

  @Test func aWindowDropsItsFirstMessagesAtItsBound() async throws {
    try await insert(50)
    let window = try await window()
    try await insert(1500)
    #expect(window.messages.map(\.id) == Array(671...1670))
  }

  @Test func earlierMessagesComeBeforeTheFirstAndOnce() async throws {
    try await insert(120)
    let window = try await window()
    async let one: Void = window.loadEarlier()
    async let other: Void = window.loadEarlier()
    _ = try await (one, other)
    #expect(window.messages.map(\.id) == Array(141...240))
    for _ in 1...2 { try await window.loadEarlier() }
    #expect(window.messages.map(\.id) == Array(121...240))
  }

  @Test func earlierMessagesThatAreChangedElsewhereAreCorrected() async throws {
    try await insert(120)
    let window = try await window()
    try await window.loadEarlier()
    try await database.write { transaction in
      try transaction.execute("UPDATE message SET body = 'edited' WHERE id = 145")
      try transaction.execute("DELETE FROM message WHERE id = 150")
    }
    let messages = window.messages.elements
    #expect(messages.map(\.id) == Array(141...149) + Array(151...240))
    #expect(messages[4].body == "edited" && messages[5].body == "text")
  }

  @Test func earlierMessagesThatDoNotFitAreRefused() async throws {
    try await insert(120, body: String(repeating: "x", count: MessageTable.maximumBodySize))
    let window = try await window()
    try await window.loadEarlier()
    #expect(window.messages.count == 64)
    await #expect(throws: RepositoryError.dataTooLarge) { try await window.loadEarlier() }
    #expect(window.messages.count == 64)
  }

  @Test func earlierMessagesBeyondTheBoundAreRefused() async throws {
    try await insert(1100)
    let window = try await window()
    for _ in 1...19 { try await window.loadEarlier() }
    #expect(window.messages.count == 1000)
    await #expect(throws: RepositoryError.dataTooLarge) { try await window.loadEarlier() }
  }

  @Test func unchangedMessagesAreNotReplaced() {
    let shown = ObservableArray<Message>()
    let message = { (id: Int, body: String) in
      Message(id: id, account: "a", name: "A", body: body, time: Date(milliseconds: id))
    }
    shown.show((1...5).map { message($0, "text") }[...])
    let changes = shown.follow()
    shown.show((3...6).map { message($0, $0 == 4 ? "edited" : "text") }[...])
    #expect(shown.map(\.id) == [3, 4, 5, 6])
    #expect(shown[1].body == "edited")
    #expect(changes.differences(in: shown.current).map(\.start) == [0, 1])
    #expect(changes.differences(in: shown.current).map { $0.old.map(\.id) } == [[1, 2], [4, 5]])
    #expect(changes.differences(in: shown.current).map { $0.new.map(\.id) } == [[], [4, 5, 6]])
  }

  @Test func onlyTheTextsOfRowsThatHaveChangedAreRead() throws {
    let rows = FakeRows()
    let reader = MessageReader(Self.table)
    let read = { try reader.read(in: rows.transaction).map(\.body) }
    rows.versions = [1: "a", 2: "a"]
    #expect(try read() == ["1 a", "2 a"] && rows.readBodies == [1, 2])
    rows.versions = [1: "a", 2: "b", 3: "b"]
    #expect(try read() == ["1 a", "2 b", "3 b"] && rows.readBodies == [2, 3])
    rows.versions = [2: "b", 3: nil]
    #expect(try read() == ["2 b", "3 null"] && rows.readBodies == [3])
    #expect(try read() == ["2 b", "3 null"] && rows.readBodies == [3], "a row without a version is read each time")
  }
}

/// The rows of a database with versions, and which texts were read last.
private final class FakeRows {
  var versions: [Int: String?] = [:]
  private(set) var readBodies: Set<Int> = []

  var transaction: Transaction {
    readBodies = []
    return Transaction(on: .sqlite) { [self] sql in
      let ids = versions.keys.sorted(by: >)
      if sql.contains("COUNT(*)") {
        return ([Row([.integer(Int64(ids.count)), .integer(0)], columns: Row.Columns(["count", "bytes"]))], 0)
      }
      guard sql.contains("IN (") else {
        let columns = Row.Columns(["id", "accountID", "name", "sentAt", "size", "version"])
        return (
          ids.map { id in
            let version = versions[id].flatMap { $0 }
            let values = [id.sqlValue, "a".sqlValue, "A".sqlValue, 0.sqlValue, 1.sqlValue, version.sqlValue]
            return Row(values, columns: columns)
          }, 0
        )
      }
      let asked = sql.parts.compactMap { if case .value(let value) = $0 { Int(sqlValue: value) } else { nil } }
      readBodies.formUnion(asked)
      return (
        asked.map { id in
          let version = versions[id].flatMap { $0 } ?? "null"
          return Row([id.sqlValue, "\(id) \(version)".sqlValue], columns: Row.Columns(["id", "body"]))
        }, 0
      )
    }
  }
}

extension SQL {
  fileprivate func contains(_ text: String) -> Bool {
    parts.contains { if case .text(let piece) = $0 { piece.contains(text) } else { false } }
  }
}
