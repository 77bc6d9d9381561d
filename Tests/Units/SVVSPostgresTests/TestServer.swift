import Foundation
import Testing

@testable import SVVSPostgres

/// The server that all tests share, which `Tests/Server/postgres/cluster swift test` starts.
enum TestServer {
  /// The address of the server, with parts of it replaced, and with parameters such as `sslmode`.
  static func url(_ change: (inout URLComponents) -> Void = { _ in }) throws -> String {
    let url = try #require(
      ProcessInfo.processInfo.environment["SVVS_POSTGRES"],
      "There is no server: Tests/Server/postgres/cluster swift test")
    var parts = try #require(URLComponents(string: url))
    change(&parts)
    return try #require(parts.string)
  }

  static func address(_ change: (inout URLComponents) -> Void = { _ in }) throws -> PostgresAddress {
    try PostgresAddress(try url(change))
  }

  static var password: String {
    get throws { try #require(URLComponents(string: try url())?.password) }
  }

  static func connect() throws -> Connection {
    try Connection.open(try address(), until: .soon)
  }
}

extension ContinuousClock.Instant {
  /// A deadline for requests that take no time, with a margin for a busy machine.
  static var soon: Self { .now + .seconds(20) }
}
