import Foundation
import TestSupport
import Testing

@testable import LocalSocket

struct ServerDirectoryTests {
  private let temporary: TemporaryDirectory
  private let directory: ServerDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    directory = temporary.servers
  }

  private func expectRefusal(_ description: String, of directory: ServerDirectory? = nil) {
    #expect(throws: LocalSocketError(description)) { try (directory ?? self.directory).exists() }
    #expect(throws: LocalSocketError(description)) { try (directory ?? self.directory).make() }
  }

  @Test func lookingMakesNothing() throws {
    #expect(try !directory.exists())
    #expect(try temporary.files.isEmpty)
  }

  @Test func itIsMadeForTheUserAlone() throws {
    try directory.make()
    #expect(try directory.exists())
    #expect(try mode(directory.path) == S_IFDIR | 0o700)
    try directory.make()
  }

  @Test func theFolderAboveIsNotMade() {
    let directory = ServerDirectory(runtimeDirectory: "\(temporary.path)/missing")
    #expect(throws: LocalSocketError("The directory \(directory.path) cannot be created: No such file or directory.")) {
      try directory.make()
    }
  }

  @Test func aLinkIsRefused() throws {
    symlink("/tmp", directory.path)
    expectRefusal("The directory \(directory.path) is a symbolic link.")
  }

  @Test func aFileIsRefused() throws {
    try temporary.write("", to: "svvs")
    expectRefusal("\(directory.path) is not a directory.")
  }

  @Test(arguments: [0o750, 0o701, 0o777] as [mode_t])
  func aFolderThatIsOpenToOthersIsRefused(_ mode: mode_t) throws {
    try directory.make()
    chmod(directory.path, mode)
    expectRefusal("The directory \(directory.path) is accessible to others: chmod 700 \(directory.path)")
  }

  @Test func anothersFolderIsRefused() throws {
    try directory.make()
    let user = geteuid()
    let other = ServerDirectory(runtimeDirectory: temporary.path, user: user + 1)
    expectRefusal("The directory \(directory.path) belongs to uid \(user), not to uid \(user + 1).", of: other)
  }

  @Test func everyUseOfANameLooksAtTheFolder() throws {
    symlink("/tmp", directory.path)
    let address = try ServerAddress("work", in: directory)
    let refusal = LocalSocketError("The directory \(directory.path) is a symbolic link.")
    #expect(throws: refusal) { try ServerConnection.open(address) }
    #expect(throws: refusal) { try Listener(address) }
    #expect(throws: refusal) { try ServerLock.holder(of: address) }
    #expect(throws: refusal) { try ServerLock.endServer(at: address) { _ in } }
    #expect(throws: refusal) { try RunningServer.all(in: directory) }
    #expect(throws: refusal) { try DetachedServer(address, executable: "/bin/true", arguments: []) { _ in }.connect() }
  }
}
