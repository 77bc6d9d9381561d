import Foundation
import SVVSPersistence
import TestSupport
import Testing

@testable import SVVSPostgres

/// Attempts to connect: each returns a connection, or fails with one line before its deadline.
@Suite(.timeLimit(.minutes(1)))
struct OpeningTests {
  /// Fails to connect, and checks that the error is a line without the password.
  private func failure(
    _ address: PostgresAddress, within limit: Duration = .seconds(10), _ location: SourceLocation = #_sourceLocation
  ) throws -> DatabaseError {
    let begun = ContinuousClock.now
    let error = try #require(throws: DatabaseError.self, sourceLocation: location) {
      try Connection.open(address, until: begun + limit)
    }
    #expect(.now - begun < limit + .seconds(5), sourceLocation: location)
    #expect(!error.description.contains("\n"), sourceLocation: location)
    #expect(!error.description.isEmpty, sourceLocation: location)
    #expect(try !error.description.contains(TestServer.password), sourceLocation: location)
    return error
  }

  @Test func aServerIsOfAKnownVersion() throws {
    let connection = try TestServer.connect()
    #expect(connection.isOpen)
    #expect(connection.serverVersion >= 130_000)
    connection.close()
    #expect(!connection.isOpen)
    #expect(connection.serverVersion == 0)
  }

  @Test func aSessionIsNamedAndOfUTF8() throws {
    let query: SQL =
      "SELECT current_setting('application_name') AS name, current_setting('client_encoding') AS encoding"
    let row = try #require(try TestServer.connect().run(query, until: .soon).rows.first)
    #expect(try row.value("name") == "svvs")
    #expect(try row.value("encoding") == "UTF8")
  }

  @Test func aWrongPasswordIsNotPermitted() throws {
    let error = try failure(try TestServer.address { $0.password = "wrong-password" })
    #expect(error.kind == .notPermitted)
    #expect(error.description == #"password authentication failed for user "postgres""#)
  }

  @Test func aPasswordThatIsMissingIsNotPermitted() throws {
    let error = try failure(
      try TestServer.address {
        $0.password = nil
        $0.queryItems = [URLQueryItem(name: "passfile", value: "/nonexistent")]
      })
    #expect(error.kind == .notPermitted)
    #expect(error.description == "The server asks for a password, and none is given.")
  }

  @Test func anUnknownUserIsNotPermitted() throws {
    #expect(try failure(try TestServer.address { $0.user = "nobody" }).kind == .notPermitted)
  }

  @Test func aDatabaseThatIsMissingIsNone() throws {
    let error = try failure(try TestServer.address { $0.path = "/missing" })
    #expect(error.kind == .noDatabase)
    #expect(error.description == #"database "missing" does not exist"#)
  }

  @Test func aServerThatIsMissingIsUnavailable() throws {
    let port = try LoopbackServer { _ in }.port
    let tcp = try failure(try TestServer.address { $0.port = port })
    #expect(tcp.kind == .unavailable)
    #expect(tcp.description.contains("Connection refused"))
    #expect(try failure(try PostgresAddress("host=/nonexistent")).kind == .unavailable)
    #expect(try failure(try PostgresAddress("host=missing.invalid")).kind == .unavailable)
  }

  @Test func aServerThatSaysNothingIsUnavailableWhenTheTimeIsOver() throws {
    let server = try LoopbackServer { connection in while LoopbackSocket.read(connection) != nil {} }
    let error = try failure(try TestServer.address { $0.port = server.port }, within: .milliseconds(300))
    #expect(error.kind == .unavailable)
    #expect(error.description.hasSuffix("did not answer in time."))
  }

  @Test func aServerThatBreaksOffIsUnavailable() throws {
    let server = try LoopbackServer { connection in _ = LoopbackSocket.read(connection) }
    #expect(try failure(try TestServer.address { $0.port = server.port }).kind == .unavailable)
  }

  @Test func aServerThatIsNotPostgreSQLIsRefused() throws {
    let server = try LoopbackServer { connection in
      _ = LoopbackSocket.read(connection)
      LoopbackSocket.write("HTTP/1.1 400 Bad Request\r\n\r\n".utf8, to: connection)
    }
    #expect(try failure(try TestServer.address { $0.port = server.port }).kind == .failed)
  }

  @Test func aServerBeforeVersion13IsRefused() throws {
    let server = try FakeServer(version: "12.22")
    let error = try failure(try server.address)
    #expect(error.kind == .failed)
    #expect(error.description.contains("PostgreSQL 12 is too old"))
  }

  @Test func aDatabaseOfAnotherEncodingIsRefused() throws {
    let name = "ascii_\(UUID().uuidString.prefix(8).lowercased())"
    let owner = try TestServer.connect()
    try owner.script("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'", until: .soon)
    let error = try failure(try TestServer.address { $0.path = "/\(name)" })
    #expect(error.kind == .failed)
    #expect(error.description == "The encoding of the database must be UTF8 and is SQL_ASCII.")
    try owner.script("DROP DATABASE \(name) WITH (FORCE)", until: .soon)
  }

  @Test func theNextHostIsTakenIfOneIsGone() throws {
    let gone = try LoopbackServer { _ in }.port
    let parts = try #require(URLComponents(string: try TestServer.url()))
    let (port, password) = (try #require(parts.port), try TestServer.password)
    let address = try PostgresAddress(
      "host=127.0.0.1,127.0.0.1 port=\(gone),\(port) user=postgres password=\(password)")
    #expect(try Connection.open(address, until: .soon).isOpen)
  }
}
