import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Uses of a connection by any other program.
extension Connection {
  func script(_ text: String) throws { try script(text, until: .now + .seconds(10)) }

  @discardableResult
  func run(_ sql: SQL) throws -> [Row] { try run(sql, until: .now + .seconds(10)).rows }

  /// Ends another process of the server, which is on this machine, and returns when the process and its socket are
  /// gone.
  func end(_ process: Int) throws {
    try run("SELECT pg_terminate_backend(CAST(\(process) AS integer))")
    let deadline = ContinuousClock.Instant.soon
    while kill(pid_t(process), 0) == 0 { try #require(deadline > .now) }
  }
}
