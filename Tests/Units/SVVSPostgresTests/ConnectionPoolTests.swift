import Foundation
import SVVSPersistence
import Synchronization
import TestSupport
import Testing

@testable import SVVSPostgres

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ConnectionPoolTests {
  private let limit = Duration.seconds(20)

  @Test func jobsRunInTheOrderOfTheirCallsOnOneConnection() async throws {
    let pool = ConnectionPool(try TestServer.address(), name: "test")
    let jobs = (1...20).map { number in
      Task.immediate {
        try await pool.run(within: limit) { connection, deadline in
          let name = "job \(number)"
          let query: SQL = "SELECT pg_backend_pid() AS pid, current_setting('application_name') AS last"
          let row = try #require(try connection.run(query, until: deadline).rows.first)
          try connection.script("SET application_name = '\(name)'", until: deadline)
          return (try row.value("pid", as: Int.self), try row.value("last", as: String.self))
        }
      }
    }
    var results: [(process: Int, last: String)] = []
    for job in jobs { results.append(try await job.value) }
    #expect(Set(results.map(\.process)).count == 1)
    #expect(results.map(\.last) == ["svvs"] + (1...19).map { "job \($0)" })
  }

  @Test func jobsOfOneKeyRunInTheOrderOfTheirCallsBesideThoseOfOthers() async throws {
    let pool = ConnectionPool(try TestServer.address(), count: 4, name: "test")
    let (holder, lock) = (try TestServer.connect(), Int.random(in: 1..<1 << 40))
    try holder.run("SELECT pg_advisory_lock(\(lock))", until: .soon)
    let runs = Mutex<[String]>([])
    let start = { @MainActor (name: String, key: String?, waits: Bool) in
      Task.immediate {
        try await pool.run(within: limit, inOrderOf: key) { connection, deadline in
          if waits { try connection.run("SELECT pg_advisory_lock(\(lock))", until: deadline) }
          runs.withLock { $0.append(name) }
        }
      }
    }
    let waiting = [start("a1", "a", true), start("a2", "a", false), start("a3", "a", false)]
    for job in [start("b1", "b", false), start("b2", "b", false), start("none", nil, false)] { try await job.value }
    #expect(Set(runs.withLock { $0 }) == ["b1", "b2", "none"])
    let ofB = runs.withLock { $0.filter { $0.hasPrefix("b") } }
    #expect(ofB == ["b1", "b2"])
    try holder.run("SELECT pg_advisory_unlock(\(lock))", until: .soon)
    for job in waiting { try await job.value }
    #expect(runs.withLock { $0.suffix(3) } == ["a1", "a2", "a3"])
    // A key that is used again after its jobs have ended.
    try await start("a4", "a", false).value
    #expect(runs.withLock { $0.last } == "a4")
  }

  @Test func jobsThatFollowOneAnotherShareAConnection() async throws {
    let pool = ConnectionPool(try TestServer.address(), count: 4, name: "test")
    var processes: Set<Int> = []
    for number in 1...8 {
      processes.insert(
        try await pool.run(within: limit, inOrderOf: "\(number % 2)") { connection, deadline in
          try #require(try connection.run("SELECT pg_backend_pid() AS pid", until: deadline).rows.first).value("pid")
        })
    }
    #expect(processes.count == 1)
  }

  @Test func jobsWaitForOpenConnectionsIfTheServerAllowsNoOthers() async throws {
    let administrator = try TestServer.connect()
    let role = "limited_\(Int.random(in: 1..<1 << 40))"
    try administrator.script("CREATE ROLE \(role) LOGIN PASSWORD 'secret' CONNECTION LIMIT 1", until: .soon)
    defer { try? administrator.script("DROP ROLE \(role)", until: .soon) }
    let address = try TestServer.address { ($0.user, $0.password) = (role, "secret") }
    let reachability = Reachability()
    let pool = ConnectionPool(address, count: 3, name: "test", reachability: reachability)
    let lock = Int.random(in: 1..<1 << 40)
    try administrator.run("SELECT pg_advisory_lock(\(lock))", until: .soon)
    let jobs = (1...5).map { _ in
      Task.immediate {
        try await pool.run(within: limit) { connection, deadline in
          let query: SQL = "SELECT pg_advisory_lock_shared(\(lock)), pg_advisory_unlock_shared(\(lock))"
          return try connection.run(query, until: deadline).rows.count
        }
      }
    }
    try administrator.run("SELECT pg_advisory_unlock(\(lock))", until: .soon)
    for job in jobs { #expect(try await job.value == 1) }
    #expect(reachability.failure == nil)
  }

  @Test func aJobIsRefusedIfTheServerAllowsNoConnectionAtAll() async throws {
    let administrator = try TestServer.connect()
    let role = "refused_\(Int.random(in: 1..<1 << 40))"
    try administrator.script("CREATE ROLE \(role) LOGIN PASSWORD 'secret' CONNECTION LIMIT 0", until: .soon)
    defer { try? administrator.script("DROP ROLE \(role)", until: .soon) }
    let pool = ConnectionPool(
      try TestServer.address { ($0.user, $0.password) = (role, "secret") }, count: 3, name: "test")
    for _ in 1...2 {
      let error = await #expect(throws: DatabaseError.self) { try await pool.run(within: limit) { _, _ in } }
      #expect(error?.kind == .unavailable && error?.isRefusedConnection == true)
    }
  }

  @Test func theMainThreadGoesOnWhileAJobWaits() async throws {
    let pool = ConnectionPool(try TestServer.address(), name: "test")
    let (holder, key) = (try TestServer.connect(), Int.random(in: 1..<1 << 40))
    try holder.run("SELECT pg_advisory_lock(\(key))", until: .soon)
    let job = Task.immediate {
      try await pool.run(within: limit) { connection, deadline in
        try connection.run("SELECT pg_advisory_lock(\(key))", until: deadline).changes
      }
    }
    // If the job blocked the main thread, this would never run.
    try holder.run("SELECT pg_advisory_unlock(\(key))", until: .soon)
    #expect(try await job.value == 0)
  }

  @Test func aConnectionThatHasEndedIsOpenedAgain() async throws {
    let pool = ConnectionPool(try TestServer.address(), name: "test")
    let query: SQL = "SELECT pg_backend_pid() AS pid"
    let process = { () async throws -> Int in
      try await pool.run(within: limit) { connection, deadline in
        try #require(try connection.run(query, until: deadline).rows.first).value("pid")
      }
    }
    let first = try await process()
    #expect(try await process() == first)
    let other = try TestServer.connect()
    try other.end(first)
    #expect(try await process() != first)
  }

  @Test func anErrorOfAJobIsThrownAndTheConnectionStays() async throws {
    struct Fault: Error {}
    let pool = ConnectionPool(try TestServer.address(), name: "test")
    await #expect(throws: Fault.self) { try await pool.run(within: limit) { _, _ in throw Fault() } }
    try await pool.run(within: limit) { connection, deadline in try connection.script("SELECT 1", until: deadline) }
  }

  @Test func theTimeInTheQueueCounts() async throws {
    let pool = ConnectionPool(try TestServer.address(), name: "test")
    let (holder, key) = (try TestServer.connect(), Int.random(in: 1..<1 << 40))
    try holder.run("SELECT pg_advisory_lock(\(key))", until: .soon)
    let first = Task.immediate {
      try await pool.run(within: limit) { connection, deadline in
        try connection.run("SELECT pg_advisory_lock(\(key))", until: deadline).changes
      }
    }
    let second = Task.immediate {
      try await pool.run(within: .milliseconds(10)) { _, _ in Issue.record("It runs after its deadline.") }
    }
    let asked = ContinuousClock.now
    while .now - asked <= .milliseconds(10) { await Task.yield() }
    try holder.run("SELECT pg_advisory_unlock(\(key))", until: .soon)
    #expect(try await first.value == 0)
    #expect(await #expect(throws: DatabaseError.self) { try await second.value }?.kind == .inUse)
  }

  @Test func jobsThatWaitForAServerThatSaysNothingFailTogether() async throws {
    let connections = Mutex(0)
    let server = try LoopbackServer { connection in
      connections.withLock { $0 += 1 }
      while LoopbackSocket.read(connection) != nil {}
    }
    let pool = ConnectionPool(try TestServer.address { $0.port = server.port }, name: "test")
    let jobs = ([.milliseconds(300), .zero, .zero] as [Duration]).map { limit in
      Task.immediate { try await pool.run(within: limit) { _, _ in } }
    }
    for job in jobs {
      #expect(await #expect(throws: DatabaseError.self) { try await job.value }?.kind == .unavailable)
    }
    #expect(connections.withLock { $0 } == 1)
  }

  @Test func aServerThatWasSilentIsNotWaitedForLongAgain() async throws {
    let server = try LoopbackServer { connection in while LoopbackSocket.read(connection) != nil {} }
    let (reachability, start) = (Reachability(), ContinuousClock.now)
    reachability.record(DatabaseError.noReply)
    let address = try TestServer.address { $0.port = server.port }
    let pool = ConnectionPool(address, name: "test", reachability: reachability)
    // The timeout is a second. The rest is a margin for a busy machine.
    let error = await #expect(throws: DatabaseError.self) { try await pool.run(within: .seconds(50)) { _, _ in } }
    #expect(error?.kind == .unavailable)
    #expect(.now - start < .seconds(40))
  }

  @Test func aConnectionFromBeforeASilenceIsReplaced() async throws {
    let reachability = Reachability()
    let pool = ConnectionPool(try TestServer.address(), name: "test", reachability: reachability)
    let process = { () async throws -> Int in
      try await pool.run(within: limit) { connection, deadline in
        try #require(try connection.run("SELECT pg_backend_pid() AS pid", until: deadline).rows.first).value("pid")
      }
    }
    let first = try await process()
    reachability.record(DatabaseError(.inUse, "busy"))
    #expect(try await process() == first)
    reachability.record(DatabaseError.noReply)
    let second = try await process()
    #expect(second != first && reachability.failure == nil)
    #expect(try await process() == second)
  }
}
