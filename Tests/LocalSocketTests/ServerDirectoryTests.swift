import Foundation
import TestSupport
import Testing

@testable import LocalSocket

struct ServerFolderTests {
  private let temporary: TemporaryDirectory
  private let folder: ServerFolder

  init() throws {
    temporary = try TemporaryDirectory()
    folder = temporary.servers
  }

  private func expectRefusal(_ description: String, of folder: ServerFolder? = nil) {
    #expect(throws: LocalSocketError(description)) { try (folder ?? self.folder).exists() }
    #expect(throws: LocalSocketError(description)) { try (folder ?? self.folder).make() }
  }

  @Test func lookingMakesNothing() throws {
    #expect(try !folder.exists())
    #expect(try temporary.files.isEmpty)
  }

  @Test func itIsMadeForTheUserAlone() throws {
    try folder.make()
    #expect(try folder.exists())
    #expect(try mode(folder.path) == S_IFDIR | 0o700)
    try folder.make()
  }

  @Test func theFolderAboveIsNotMade() {
    let folder = ServerFolder(runtimeDirectory: "\(temporary.path)/missing")
    #expect(throws: LocalSocketError("The folder \(folder.path) cannot be made: No such file or directory.")) {
      try folder.make()
    }
  }

  @Test func aLinkIsRefused() throws {
    symlink("/tmp", folder.path)
    expectRefusal("The folder \(folder.path) is a link.")
  }

  @Test func aFileIsRefused() throws {
    try temporary.write("", to: "svvs")
    expectRefusal("\(folder.path) is not a directory.")
  }

  @Test(arguments: [0o750, 0o701, 0o777] as [mode_t])
  func aFolderThatIsOpenToOthersIsRefused(_ mode: mode_t) throws {
    try folder.make()
    chmod(folder.path, mode)
    expectRefusal("The folder \(folder.path) is open to others: chmod 700 \(folder.path)")
  }

  @Test func anothersFolderIsRefused() throws {
    try folder.make()
    let user = geteuid()
    let other = ServerFolder(runtimeDirectory: temporary.path, user: user + 1)
    expectRefusal("The folder \(folder.path) belongs to uid \(user), not to uid \(user + 1).", of: other)
  }

  @Test func everyUseOfANameLooksAtTheFolder() throws {
    symlink("/tmp", folder.path)
    let address = try ServerAddress("work", in: folder)
    let refusal = LocalSocketError("The folder \(folder.path) is a link.")
    #expect(throws: refusal) { try ServerConnection.open(address) }
    #expect(throws: refusal) { try Listener(address) }
    #expect(throws: refusal) { try ServerLock.holder(of: address) }
    #expect(throws: refusal) { try ServerLock.waitUntilFree(address) }
    #expect(throws: refusal) { try RunningServer.all(in: folder) }
    #expect(throws: refusal) { try DetachedServer(address, executable: "/bin/true", arguments: []).connect() }
  }
}
