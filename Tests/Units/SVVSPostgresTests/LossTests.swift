import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Connections that are lost, and statements that take too long.
@Suite(.timeLimit(.minutes(1)))
struct LossTests {
  /// Waits until another connection sees that a condition holds.
  private func wait(until condition: SQL, _ observer: Connection) throws {
    let deadline = ContinuousClock.Instant.soon
    while try observer.run("SELECT \(condition) AS value", until: deadline).rows.first?.value("value") != true {
      try #require(deadline > .now)
    }
  }

  @Test func aStatementOverItsDeadlineIsCancelledOnTheServer() throws {
    let (connection, observer) = (try TestServer.connect(), try TestServer.connect())
    let mark = "over-\(UUID().uuidString)"
    let begun = ContinuousClock.now
    let error = try #require(throws: DatabaseError.self) {
      try connection.run(SQL(stringLiteral: "SELECT pg_sleep(60) /* \(mark) */"), until: .now + .milliseconds(200))
    }
    #expect(error.kind == .unavailable)
    #expect(.now - begun < .seconds(20))
    #expect(!connection.isOpen)
    try wait(
      until: "NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE query LIKE \("SELECT pg_sleep%\(mark)%"))", observer)
    #expect(throws: DatabaseError.self) { try connection.run("SELECT 1", until: .soon) }
  }

  @Test func aDeadlineHoldsWhileThereIsMoreToRead() throws {
    let server = try FakeServer(version: "15.3", notice: "Still there.")
    let connection = try Connection.open(try server.address, until: .soon)
    let error = try #require(throws: DatabaseError.self) {
      try connection.run("SELECT 1", until: .now + .milliseconds(100))
    }
    #expect(error.kind == .unavailable)
    #expect(!connection.isOpen)
  }

  @Test func aDeadlineHoldsForSendingToo() throws {
    let server = try FakeServer(version: "15.3")
    let connection = try Connection.open(try server.address, until: .soon)
    let text = String(repeating: "a", count: 20_000_000)
    let error = try #require(throws: DatabaseError.self) {
      try connection.run("SELECT \(text)", until: .now + .milliseconds(300))
    }
    #expect(error.kind == .unavailable)
    #expect(!connection.isOpen)
  }

  @Test(arguments: [0, 1, 5, 1_000, 500_000])
  func aConnectionThatIsCutInAResultIsUnavailable(count: Int) throws {
    let proxy = try CuttingProxy()
    let connection = try Connection.open(try proxy.address, until: .soon)
    proxy.cut(after: count)
    let error = try #require(throws: DatabaseError.self) {
      try connection.run("SELECT repeat('a', 100) FROM generate_series(1, 20000)", until: .soon)
    }
    #expect(error.kind == .unavailable)
    #expect(!error.description.contains("\n"))
    #expect(!connection.isOpen)
  }

  @Test func aBackendThatIsTerminatedIsUnavailable() throws {
    let (connection, other) = (try TestServer.connect(), try TestServer.connect())
    let query: SQL = "SELECT pg_terminate_backend(pg_backend_pid())"
    let error = try #require(throws: DatabaseError.self) { try connection.run(query, until: .soon) }
    #expect(error.kind == .unavailable)
    #expect(error.description == "terminating connection due to administrator command")
    #expect(!connection.isOpen)
    #expect(other.isOpen)
  }

  @Test func aConnectionThatEndsWhileIdleShows() throws {
    let (connection, other) = (try TestServer.connect(), try TestServer.connect())
    let process: Int = try #require(try connection.run("SELECT pg_backend_pid() AS pid", until: .soon).rows.first)
      .value("pid")
    let quiet = Pipe()
    try other.run("SELECT pg_terminate_backend(\(process))", until: .soon)
    let error = try #require(throws: DatabaseError.self) {
      try connection.wait(for: .seconds(20), orWake: quiet.fileHandleForReading.fileDescriptor)
    }
    #expect(error.kind == .unavailable)
    #expect(!connection.isOpen)
  }

  @Test func aBackendThatIsKilledIsUnavailable() async throws {
    let cluster = try await OwnCluster.start()
    let connection = try Connection.open(try PostgresAddress(cluster.socketURL), until: .soon)
    let process: Int32 = Int32(
      try #require(try connection.run("SELECT pg_backend_pid() AS pid", until: .soon).rows.first).value(
        "pid", as: Int.self))
    try #require(kill(process, SIGKILL) == 0)
    let error = try #require(throws: DatabaseError.self) { try connection.run("SELECT 1", until: .soon) }
    #expect(error.kind == .unavailable)
    #expect(!connection.isOpen)
  }
}
