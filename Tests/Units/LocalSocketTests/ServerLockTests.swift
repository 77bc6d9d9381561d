import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalSocket

@Suite(.timeLimit(.minutes(1)))
struct ServerLockTests {
  private let temporary: TemporaryDirectory
  private let address: ServerAddress

  init() throws {
    temporary = try TemporaryDirectory()
    address = try temporary.address()
  }

  @Test func theSecondServerLearnsOfTheFirst() async throws {
    let first = try await blocking { try Child.locking(address.lockPath, byte: .server) }
    let refusal = LocalSocketError("A server already listens at \(address), with pid \(first.number).")
    #expect(throws: refusal) { try ServerLock(address) }
    #expect(throws: refusal) { try Listener(address) }
    #expect(try temporary.files == ["test.sock.lock"])
    first.end()
  }

  @Test func aKilledServerHoldsNoLock() async throws {
    let first = try await blocking { try Child.locking(address.lockPath, byte: .server) }
    #expect(try ServerLock.holder(of: address)?.process == first.number)
    first.end()
    #expect(try ServerLock.holder(of: address) == nil)
    _ = try ServerLock(address)
  }

  @Test func theServerWritesItsNumber() throws {
    try temporary.write("a longer line than that\n", to: "test.sock.lock")
    let before = Int(time(nil))
    let lock = try ServerLock(address)
    #expect(try temporary.read("test.sock.lock") == "\(getpid())\n")
    #expect(try LockFile(existing: address.lockPath)?.writingTime ?? 0 >= before)
    withExtendedLifetime(lock) {}
  }

  @Test func askingMakesNothing() throws {
    #expect(try ServerLock.holder(of: address) == nil)
    #expect(try !ServerLock.endServer(at: address) { _ in })
    #expect(try temporary.files.isEmpty)
  }

  @Test func theEndOfTheServerIsWaitedFor() async throws {
    let server = try await childThatSaysItsEnd(holding: .server)
    let hasEnded = try await ending(server) {
      let wasRunning = try ServerLock.endServer(at: address) { _ in }
      return wasRunning && hasSaidItsEnd
    }
    #expect(hasEnded)
  }

  @Test func aWaitingProcessIsNotTheHolder() async throws {
    let waiting = try await blocking {
      try Child(
        """
        import fcntl, signal, sys
        file = open(sys.argv[1], "a+")
        fcntl.lockf(file, fcntl.LOCK_SH, 1, 0)
        print(flush=True)
        signal.pause()
        """, address.lockPath)
    }
    #expect(try ServerLock.holder(of: address) == nil)
    async let lock = blocking { _ = try ServerLock(address) }
    waiting.end()
    try await lock
  }

  @Test func aServerThatIsBeingOpenedIsWaitedFor() async throws {
    let opening = try await childThatSaysItsEnd(holding: .opening)
    let hasEnded = try await ending(opening) {
      _ = try ServerLock(address)
      return hasSaidItsEnd
    }
    #expect(hasEnded)
  }

  @Test func aServerThatListensNoMoreIsWaitedFor() async throws {
    let server = try await childThatSaysItsEnd(holding: .server, .ending)
    let hasEnded = try await ending(server) {
      _ = try ServerLock(address)
      return hasSaidItsEnd
    }
    #expect(hasEnded)
  }

  @Test func aServerThatWaitsForTheEndOfAnotherIsEndedToo() async throws {
    let server = try await childThatSaysItsEnd(holding: .server)
    let next = try await childThatSaysItsEnd(holding: .opening)
    let wasRunning = try await blocking { [address] in try ServerLock.endServer(at: address) { _ in } }
    #expect(wasRunning)
    let file = try #require(try LockFile(existing: address.lockPath))
    #expect(try file.holder(of: .server) == nil)
    #expect(try file.holder(of: .opening) == nil)
    for child in [server, next] { child.end() }
  }

  @Test func aServerThatAnotherProcessIsStartingIsEnded() async throws {
    let starting = try await blocking { [address] in
      // It becomes the server as soon as another process reports that it waits.
      try Child(
        """
        import fcntl, os, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
        file = open(sys.argv[1], "a+")
        start, server, life = map(int, sys.argv[2:])
        fcntl.lockf(file, fcntl.LOCK_EX, 1, start)
        print(flush=True)
        signal.sigwait([signal.SIGUSR1])
        for offset in life + os.getpid(), server: fcntl.lockf(file, fcntl.LOCK_EX, 1, offset)
        fcntl.lockf(file, fcntl.LOCK_UN, 1, start)
        signal.pause()
        """,
        [address.lockPath] + [LockFile.Byte.start, .server, .life(0)].map { "\($0.offset)" })
    }
    let texts = Mutex<[String]>([])
    let wasRunning = try await blocking { [address] in
      try ServerLock.endServer(at: address) { text in
        texts.withLock { $0.append(text) }
        kill(starting.number, SIGUSR1)
      }
    }
    #expect(wasRunning)
    #expect(
      texts.withLock { $0 } == [
        "waiting for the process \(starting.number), which starts the server at \(address)"
      ])
    #expect(try ServerLock.holder(of: address) == nil)
    starting.end()
  }

  @Test func onlyOneProcessAtATimeStartsAServer() async throws {
    let starting = try await childThatSaysItsEnd(holding: .start)
    let hasEnded = try await ending(starting) {
      try ServerLock.whileStarting(address, report: { _ in }) { _ in hasSaidItsEnd }
    }
    #expect(hasEnded)
  }

  /// Starts a process that holds locks, and that of its life, until SIGTERM, and makes a file before it ends.
  private func childThatSaysItsEnd(holding bytes: LockFile.Byte...) async throws -> Child {
    try await blocking { [address] in
      try Child(
        """
        import fcntl, os, signal, sys
        path, told, life, *offsets = sys.argv[1:]
        file = open(path, "a+")
        for offset in [int(life) + os.getpid(), *map(int, offsets)]: fcntl.lockf(file, fcntl.LOCK_EX, 1, offset)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(open(told, "w").close()))
        print(flush=True)
        signal.pause()
        """, [address.lockPath, "\(temporary.path)/ended"] + ([.life(0)] + bytes).map { "\($0.offset)" })
    }
  }

  /// Runs what waits for the end of a child, and ends that as soon as it is run.
  private func ending<Result: Sendable>(
    _ child: Child, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let start = try DescriptorPair.pipe()
    defer { [start.first, start.second].forEach { close($0) } }
    async let result = blocking {
      writeBytes([1], to: start.second)
      return try body()
    }
    try await blocking {
      _ = try readBytes(1, from: start.first)
      child.end(SIGTERM)
    }
    return try await result
  }

  private var hasSaidItsEnd: Bool { access("\(temporary.path)/ended", F_OK) == 0 }

  @Test func aForeignFileInPlaceOfTheLockIsRefused() throws {
    try temporary.write("precious", to: "file")
    symlink("\(temporary.path)/file", address.lockPath)
    #expect(throws: LocalSocketError("\(address.lockPath) is a symbolic link; remove it.")) { try ServerLock(address) }
    unlink(address.lockPath)
    link("\(temporary.path)/file", address.lockPath)
    #expect(throws: LocalSocketError("\(address.lockPath) has more than one hard link; remove it.")) {
      try ServerLock(address)
    }
    unlink(address.lockPath)
    mkfifo(address.lockPath, 0o600)
    #expect(throws: LocalSocketError("\(address.lockPath) is not a regular file.")) { try ServerLock(address) }
    #expect(throws: LocalSocketError("\(address.lockPath) is not a regular file.")) {
      try ServerLock.holder(of: address)
    }
    #expect(try temporary.read("file") == "precious")
  }

  @Test func theFolderOfAPathMustBeThere() throws {
    let address = try temporary.address("missing/test.sock")
    #expect(throws: LocalSocketError("\(address.lockPath) cannot be opened: No such file or directory.")) {
      try Listener(address)
    }
    #expect(try ServerLock.holder(of: address) == nil)
  }
}
