import Foundation
import SVVSPersistence
import TestSupport
import Testing

@testable import SVVSPostgres

/// After writes that overlap in any order, every process shows the contents of the tables.
///
/// The writes follow from the seed in `SVVS_SEED`, but the order in which they overlap does not.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct ConvergenceTests {
  private nonisolated static let rooms = 1...3
  private nonisolated static let seed = ProcessInfo.processInfo.environment["SVVS_SEED"].flatMap { Int($0) } ?? 0

  @Test func everyProcessShowsTheContentsOfTheTables() async throws {
    let rooms = try Rooms()
    let databases = try (1...3).map { _ in try rooms.database() }
    var queries: [(room: Int, messages: Messages)] = []
    for database in databases {
      for room in ConvergenceTests.rooms { queries.append((room, try await Messages(in: room, of: database))) }
    }
    let end = ContinuousClock.now + .seconds(3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 { group.addTask { try await ConvergenceTests.write(as: writer, to: rooms, until: end) } }
      for (number, database) in databases.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: ConvergenceTests.seed - number)
          while .now < end {
            try await send("own", to: .random(in: ConvergenceTests.rooms, using: &random), in: database)
          }
        }
      }
      try await group.waitForAll()
    }
    let other = try rooms.connection()
    for (room, messages) in queries {
      let expected = try Messages.texts(in: room, Transaction(on: .postgres) { (try other.run($0), 0) })
      #expect(!expected.isEmpty)
      await messages.show(expected)
    }
  }

  /// A program that inserts, moves and deletes rows, rolls back, and pauses between a statement and its commit.
  @concurrent
  private static func write(as writer: Int, to rooms: Rooms, until end: ContinuousClock.Instant) async throws {
    try await blocking {
      let connection = try rooms.connection()
      var random = SeededGenerator(seed: seed + writer)
      while .now < end { try step(connection, &random) }
    }
  }

  private nonisolated static func step(_ connection: Connection, _ random: inout SeededGenerator) throws {
    let (room, other) = (Int.random(in: rooms, using: &random), Int.random(in: rooms, using: &random))
    let some = { (count: Int) in
      "id IN (SELECT id FROM message WHERE roomID = \(room) LIMIT \(count) FOR UPDATE SKIP LOCKED)"
    }
    let statements = [
      "INSERT INTO message (roomID, text) SELECT \(room), 'n' || g FROM generate_series(1, 3) g",
      "UPDATE message SET roomID = \(other) WHERE \(some(2))",
      "UPDATE message SET text = text || '.' WHERE \(some(1))",
      "DELETE FROM message WHERE \(some(2))",
      "SAVEPOINT s; INSERT INTO message (roomID, text) VALUES (\(room), 'never'); ROLLBACK TO s",
      "SELECT pg_sleep(\(Double.random(in: 0...0.05, using: &random)))",
    ]
    let steps = (0...Int.random(in: 0...3, using: &random)).map { _ in
      statements.randomElement(using: &random) ?? ""
    }
    let end = Int.random(in: 0...5, using: &random) == 0 ? "ROLLBACK" : "COMMIT"
    try connection.script("BEGIN; \(steps.joined(separator: "; ")); \(end)")
  }
}
