import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// The errors of attempts to connect, by the messages of libpq and of servers.
struct ConnectingErrorTests {
  @Test(arguments: [
    (#"FATAL:  28P01: password authentication failed for user "a""#, DatabaseError.Kind.notPermitted),
    ("FEHLER:  3D000: Datenbank »a« existiert nicht", .noDatabase),
    ("FATAL:  57P03: the database system is starting up", .unavailable),
    ("FATAL:  53300: sorry, too many clients already", .unavailable),
    // PgBouncer.
    ("FATAL:  08P01: password authentication failed", .notPermitted), ("FATAL:  08P01: no such user", .notPermitted),
    (#"FATAL:  08P01: database "a" does not exist"#, .noDatabase),
    ("FATAL:  08P01: no such database: a", .noDatabase),
    ("FATAL:  08P01: server login has been failing, try again later", .unavailable),
  ])
  func aServerSaysItByItsCode(said: String, kind: DatabaseError.Kind) {
    let place = #"connection to server at "127.0.0.1", port 5432 failed: "#
    let error = DatabaseError(connecting: "\(place)\(said)\nLOCATION:  x, y.c:1\n", needsPassword: false)
    #expect(error.kind == kind)
    #expect(error.description == said.split(separator: ": ", maxSplits: 2).last.map(String.init))
  }

  @Test(arguments: [
    (#"connection to server at "a", port 1 failed: Connection refused"#, DatabaseError.Kind.unavailable),
    (#"could not translate host name "certificate.invalid " to address: Name or service not known"#, .unavailable),
    ("SSL SYSCALL error: EOF detected", .unavailable), ("SSL error: certificate verify failed", .failed),
    (#"root certificate file "/a/root.crt" does not exist"#, .failed), (#"invalid sslmode value: "a""#, .failed),
    (#"definition of service "a" not found"#, .failed),
  ])
  func libpqSaysItInWords(said: String, kind: DatabaseError.Kind) {
    let error = DatabaseError(connecting: "\(said)\n\tIs it there?\n", needsPassword: false)
    #expect(error.kind == kind)
    #expect(error.description == "\(said) Is it there?")
  }
}
