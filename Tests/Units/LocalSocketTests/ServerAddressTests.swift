import Testing

@testable import LocalSocket

struct ServerAddressTests {
  private let directory = ServerDirectory(runtimeDirectory: "/run/user/1000")

  @Test(arguments: ["work", "a", "0", "_x", "a-b_c.d", "a..b", "A9-", "x.sock"])
  func aNameIsAFileInTheFolder(_ name: String) throws {
    let address = try ServerAddress(name, in: directory)
    #expect(address.socketPath == "/run/user/1000/svvs/\(name).sock")
    #expect(address.lockPath == "/run/user/1000/svvs/\(name).lock")
    #expect(address.logPath == "/run/user/1000/svvs/\(name).log")
    #expect(address.description == name)
    #expect(address.directory == directory)
  }

  @Test(arguments: [
    ("", "The name of the server is empty."),
    ("..", "The name .. must begin with a letter, a digit or \"_\"."),
    (".x", "The name .x must begin with a letter, a digit or \"_\"."),
    ("-x", "The name -x must begin with a letter, a digit or \"_\"."),
    ("x.", "The name x. must not end with \".\"."),
    ("a b", "The name a b may contain only letters, digits, \"-\", \"_\" and \".\"."),
    ("a:b", "The name a:b may contain only letters, digits, \"-\", \"_\" and \".\"."),
    ("Büro", "The name Büro may contain only letters, digits, \"-\", \"_\" and \".\"."),
  ])
  func aMistakeIsNamed(_ argument: String, _ description: String) {
    #expect(throws: LocalSocketError(description)) { try ServerAddress(argument, in: directory) }
  }

  @Test func controlCharactersAreNamedInOneLine() {
    for (name, shown) in [("a\0b", "a\\u{0}b"), ("a\nb", "a\\u{A}b"), ("a\u{202E}b", "a\\u{202E}b")] {
      aMistakeIsNamed(name, "The name \(shown) may contain only letters, digits, \"-\", \"_\" and \".\".")
    }
    aMistakeIsNamed("/a\0b", "The path /a\\u{0}b contains NUL.")
  }

  @Test func aSlashMakesItAPath() throws {
    for path in ["a/b", "/run/x.sock", "./work", "../x"] {
      let address = try ServerAddress(path, in: directory)
      #expect(address.socketPath == path)
      #expect(address.directory == nil)
    }
  }

  @Test func lockAndLogStandBesideThePath() throws {
    // Two servers at such paths share nothing.
    for path in ["/run/x", "/run/x.sock"] {
      #expect(try ServerAddress(path, in: directory).lockPath == "\(path).lock")
      #expect(try ServerAddress(path, in: directory).logPath == "\(path).log")
    }
  }

  @Test func aPathIsShownInOneLine() throws {
    #expect(try ServerAddress("/a\u{1B}[2J\nb", in: directory).description == "/a\\u{1B}[2J\\u{A}b")
  }

  @Test func aPathFitsUpToTheSystemsLimit() throws {
    let longest = UnixSocket.longestPath
    #expect(longest == 107 || longest == 103)
    let path = "/" + String(repeating: "x", count: longest - 1)
    #expect(try ServerAddress(path, in: directory).socketPath == path)
    #expect(throws: LocalSocketError.self) { try ServerAddress(path + "x", in: directory) }
    // Bytes count, not characters.
    #expect(throws: LocalSocketError.self) { try ServerAddress(path.dropLast() + "é", in: directory) }
  }

  @Test func aNameThatIsTooLongIsNamedWithItsLength() throws {
    let rest = UnixSocket.longestPath - "/run/user/1000/svvs/.sock".utf8.count
    #expect(try ServerAddress(String(repeating: "x", count: rest), in: directory).socketPath.utf8.count == rest + 25)
    let name = String(repeating: "x", count: 200)
    let error = #expect(throws: LocalSocketError.self) { try ServerAddress(name, in: directory) }
    #expect(error?.description.hasSuffix(".sock has 225 bytes; at most \(UnixSocket.longestPath) are allowed.") == true)
  }

  @Test func anErrorIsNeverLong() {
    let error = #expect(throws: LocalSocketError.self) {
      try ServerAddress(String(repeating: "/x", count: 1 << 20), in: directory)
    }
    #expect((error?.description.utf8.count ?? .max) < 500)
  }

  @Test func theFolderIsTheEnvironmentsOrTheUsersOwn() {
    #expect(ServerDirectory(runtimeDirectory: "/run/user/7", user: 7).path == "/run/user/7/svvs")
    for directory in [nil, "", "relative"] {
      #expect(ServerDirectory(runtimeDirectory: directory, user: 7).path == "/tmp/svvs-7")
    }
  }
}
