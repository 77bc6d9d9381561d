import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

struct AddressTests {
  @Test(arguments: [
    ("postgres://chat:secret@db.example.com:5433/app", "host=db.example.com port=5433 dbname=app user=chat"),
    ("postgresql://db/app?user=chat&password=secret&sslmode=require", "host=db dbname=app user=chat"),
    ("host=/run/postgresql dbname=app user=chat password='secret'", "host=/run/postgresql dbname=app user=chat"),
    ("postgres://chat:secret@a:1,b:2/app", "host=a,b port=1,2 dbname=app user=chat"),
    ("service=chat password=secret", "service=chat"),
    ("postgres://one%40two:secret@db/a%2Fb", #"host=db dbname=a/b user="one@two""#),
    ("dbname='a\u{1B}[2J\u{202E}b' password=secret", #"dbname="a\u{1B}[2J\u{202E}b""#),
    ("postgres://", "the default of libpq"),
    ("", "the default of libpq"),
  ])
  func aDescriptionHasNoPasswordAndOneLine(text: String, description: String) throws {
    let address = try PostgresAddress(text)
    #expect(address.description == description)
    #expect(!"\([address])".contains("secret"))
  }

  @Test(arguments: [
    "postgres://chat:sec/ret@db/app", "postgres://chat:12/ret@db/app", "postgres://chat:1@secret@db/app",
    "postgres://chat:secret%zz@db/app", "postgres://chat:secret@db:port/app", "postgres://chat:sec?ret@db:1:2/app",
    "host=db password=top secret", "password='secret", "secret", "secret=1", "mysql://chat:secret@db/app",
    "dbname=postgres://chat:secret@db/app", "host=db\0 password=secret",
  ])
  func anInvalidAddressIsRefusedInALineWithoutIt(text: String) throws {
    let error = try #require(throws: DatabaseError.self) { try PostgresAddress(text) }
    #expect(error.kind == .noDatabase)
    #expect(!error.description.contains("\n"))
    for piece in ["sec", "ret", "12", "chat"] { #expect(!error.description.contains(piece)) }
  }

  @Test func theEncodingIsOursAndOtherDefaultsAreTheAddresss() throws {
    let address = try PostgresAddress("client_encoding=LATIN1 keepalives_idle=99")
    let parameters = Dictionary(uniqueKeysWithValues: address.parameters.map { ($0.keyword, $0.value) })
    #expect(parameters["client_encoding"] == "UTF8")
    #expect(parameters["keepalives_idle"] == "99")
    #expect(parameters["fallback_application_name"] == "svvs")
  }

  @Test func ofSeveralHostsTheOneThatCanBeWrittenToIsTaken() throws {
    func kind(_ text: String) throws -> String? {
      try PostgresAddress(text).parameters.first { $0.keyword == "target_session_attrs" }?.value
    }
    #expect(try kind("postgres://a,b/app") == "read-write")
    #expect(try kind("postgres://a,b/app?target_session_attrs=any") == "any")
    #expect(try kind("postgres://a/app") == nil)
  }

  @Test func aServiceFileSaysMoreThanTheDefaults() throws {
    let keywords = Set(try PostgresAddress("service=chat").parameters.map(\.keyword))
    #expect(keywords == ["service", "fallback_application_name", "client_encoding"])
  }

  @Test(arguments: [
    ("postgres://chat:secret@db/app", true), ("host=db sslpassword=secret", true), ("host=db sslkey=/a.key", false),
    ("postgres://chat@db/app", false),
  ])
  func aPasswordIsKnown(text: String, hasPassword: Bool) throws {
    #expect(try PostgresAddress(text).hasPassword == hasPassword)
  }

  @Test func aLibraryThatIsMissingIsALine() throws {
    let error = try #require(throws: DatabaseError.self) { _ = try PostgresLibrary.load(anyOf: ["libnone.so"]) }
    #expect(error.description.contains("apt-get install libpq5"))
    let other = try #require(throws: DatabaseError.self) { _ = try PostgresLibrary.load(anyOf: ["libc.so.6"]) }
    #expect(other.description.contains("PQ"))
  }
}
