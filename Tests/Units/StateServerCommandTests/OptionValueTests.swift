import StateProtocol
import Testing

@testable import StateServerCommand
@testable import svvs

/// The messages that refuse the values of options: they name the valid values, and repeat no secret.
///
/// A parse takes time for each option that the type has, so that each test parses the smallest type with its option.
@MainActor
struct OptionValueTests {
  private typealias Serve = ServeCommand<OptionedApp<ShippedCommand>>

  private nonisolated static let secret = "s3cr3t"
  private nonisolated static let url = "postgres://u:\(secret)@h/db"

  /// The line that refuses these arguments.
  private func refusal<Options: ParsableArguments>(_ type: Options.Type, _ arguments: String...) throws -> String {
    let error = try #require(throws: (any Error).self, "\(arguments)") { _ = try type.parse(arguments) }
    return Console.line(type.message(for: error))
  }

  @Test(arguments: ServerLimits.options.map { "--\($0.name)" })
  func aLimitIsAtLeast1(option: String) throws {
    let line = try refusal(LimitOptions.self, option, "-1")
    #expect(line.contains("The value '-1' is invalid for '\(option) <"))
    #expect(line.contains("must be a whole number of at least 1"))
    #expect(try refusal(LimitOptions.self, "\(option)=-1") == line)
    #expect(try refusal(LimitOptions.self, option).contains("Missing value for '\(option) <"))
  }

  @Test(arguments: ["-0.5", "abc", "0", "1.5", "", "9223372036854775808", "+5", "0x5", " 5", "5;", "\u{665}", "1_0"])
  func aLimitIsAWholeNumber(value: String) throws {
    #expect(try refusal(LimitOptions.self, "--max-calls", value).contains("must be a whole number of at least 1"))
  }

  @Test func theNestingHasAnUpperLimit() throws {
    #expect(try refusal(LimitOptions.self, "--max-nesting", "2049").contains("at most 2048"))
  }

  @Test(arguments: ["--drain-timeout", "--close-timeout", "--exit-when-idle"])
  func aTimeoutIsNotNegative(option: String) throws {
    let line = try refusal(Serve.self, option, "-1")
    #expect(line.contains("The value '-1' is invalid for '\(option) <seconds>': must be from 0 to 86400 seconds"))
    #expect(try refusal(Serve.self, "\(option)=-1") == line)
    #expect(try refusal(Serve.self, option).contains("Missing value for '\(option) <seconds>'"))
  }

  @Test(arguments: ["-0.5", "abc", "86401", "nan", "inf", "", "+5", "0x5", "1e3", " 5", "\u{665}", ".", "1.5.2"])
  func aTimeoutIsFrom0To86400Seconds(value: String) throws {
    #expect(try refusal(Serve.self, "--drain-timeout", value).contains("must be from 0 to 86400 seconds"))
  }

  @Test(arguments: ["-1", "65536", "http", "+80", "0x50", "8.0"])
  func aPortIsFrom0To65535(value: String) throws {
    let line = try refusal(WebCommand<OptionedApp<ShippedCommand>>.self, "--port", value)
    #expect(line.contains("The value '\(value)' is invalid for '--port <port>': must be from 0 to 65535"))
  }

  @Test(arguments: [
    ("--framing", "pigeon", "one of 'ndjson' and 'content-length'"), ("--log-level", "shouting", "debug, info, notice"),
    ("--language", "fr", "one of 'ja' and 'en'"),
  ])
  func theValuesOfAnOptionAreListed(option: String, value: String, list: String) throws {
    let line = try refusal(Serve.self, option, value)
    #expect(line.contains("The value '\(value)' is invalid for '\(option) <") && line.contains(list))
  }

  @Test func anUnknownOptionIsNamed() throws {
    #expect(try refusal(Serve.self, "--nonsense") == "Unknown option '--nonsense'")
    #expect(try refusal(Serve.self, "surplus") == "Unexpected argument 'surplus'")
  }

  @Test(arguments: [
    [url], ["--nonsense", url], ["--nonsense=\(url)"], ["--api", url], ["--github-url", url], ["--framing", url],
    ["--log-level", url], ["--language", url], ["--max-calls", url], ["--drain-timeout", url], ["http://:\(secret)@h"],
    ["http://u:p@\(secret)@h"], ["http://u:p/\(secret)@h"], ["http://u:it's\(secret)@h"],
  ])
  func thePasswordOfAURLIsNotRepeated(arguments: [String]) throws {
    let error = try #require(throws: (any Error).self) { _ = try Serve.parse(arguments) }
    #expect(!Console.line(Serve.message(for: error)).contains(Self.secret))
  }
}

// MARK: - Options of the shipped app

extension OptionValueTests {
  @Test(arguments: ["--api", "--github-url"], ["no url", "", "ftp://127.0.0.1/", "127.0.0.1:80", "http://", "/users"])
  func anAddressOfABackendIsAURLOfHTTP(option: String, url: String) throws {
    #expect(try refusal(BackendOptions.self, option, url).hasPrefix("\(option) must be a URL"))
  }

  @Test(arguments: [
    "file:x?password=\(secret)", "postgres:/u:\(secret)@h/db", "file:/x?key=\(secret)", "postgres:\(secret)",
    "postgres//u:\(secret)@h/db", "",
  ])
  func anotherURLIsNotADatabase(url: String) throws {
    let line = try refusal(DatabaseOptions.self, "--database", url)
    #expect(line.contains("takes no other URL") && !line.contains(Self.secret))
  }

  @Test func optionsOfADatabaseNeedOneThatHasThem() throws {
    for arguments in [["--database", "x", "--database-schema", "s"], ["--database-connections", "2"]] {
      let error = try #require(throws: (any Error).self) { _ = try DatabaseOptions.parse(arguments) }
      #expect(DatabaseOptions.message(for: error).contains("needs --database with the address of a PostgreSQL"))
    }
  }

  @Test(arguments: ["0", "-1", "101", "many", "", "+5", "0x5"])
  func aDatabaseHas1To100Connections(number: String) throws {
    let line = try refusal(
      DatabaseOptions.self, "--database", "postgres://h/db", "--database-connections=\(number)")
    #expect(line.contains("'--database-connections <number>'"))
  }

  /// The line of an address that is refused when the database is opened.
  private func refusalToOpen(_ address: String) throws -> String {
    let options = try DatabaseOptions.parse(["--database", address])
    let error = try #require(throws: ValidationError.self) { _ = try options.open() }
    return Console.line(error.message)
  }

  @Test(arguments: [
    url, "postgres://u:a:\(secret)@h/db", "postgres://u:a \(secret)@h/db", "postgresql://u:\(secret)@h/db",
    "postgres://h/db?password=\(secret)", "host=h password=\(secret)",
  ])
  func anAddressTakesNoPassword(address: String) throws {
    let line = try refusalToOpen(address)
    #expect(line.contains("PGPASSWORD") && !line.contains(Self.secret))
  }

  @Test(arguments: [
    "postgres://u:@\(secret)@h/db", "postgres://h:port/db", "host='h",
  ])
  func anInvalidAddressOfADatabaseIsRefused(address: String) throws {
    let line = try refusalToOpen(address)
    #expect(line.contains("is not that of a PostgreSQL database") && !line.contains(Self.secret))
  }
}
