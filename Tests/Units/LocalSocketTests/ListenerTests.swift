import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import LocalSocket

@Suite(.timeLimit(.minutes(1)))
struct ListenerTests {
  private let temporary: TemporaryDirectory
  private let address: ServerAddress

  init() throws {
    temporary = try TemporaryDirectory()
    address = try temporary.address()
  }

  /// Connects, which must succeed.
  private func connect() throws -> Int32 { try #require(try ServerConnection.open(address)) }

  /// Accepts somebody who is waiting and may connect.
  private func acceptConnection(_ listener: Listener) throws -> Int32 {
    guard case .connection(let descriptor) = listener.accept() else {
      Issue.record("expected a connection")
      return -1
    }
    return descriptor
  }

  @Test func aNamesFolderIsMadeForItsSocket() throws {
    let address = try ServerAddress("work", in: temporary.servers)
    let listener = try Listener(address)
    #expect(try mode(temporary.servers.path) == S_IFDIR | 0o700)
    #expect(try mode(address.socketPath) == S_IFSOCK | 0o600)
    #expect(try mode(address.lockPath) == S_IFREG | 0o600)
    listener.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.servers.path) == ["work.lock"])
  }

  @Test func bytesArriveInBothDirections() throws {
    let listener = try Listener(address)
    let client = try connect()
    let server = try acceptConnection(listener)
    defer { [client, server].forEach { close($0) } }
    writeBytes("hello".utf8, to: client)
    #expect(try readBytes(5, from: server) == Array("hello".utf8))
    writeBytes("you".utf8, to: server)
    #expect(try readBytes(3, from: client) == Array("you".utf8))
  }

  @Test func acceptingNobodyDoesNotBlock() throws {
    let listener = try Listener(address)
    #expect(listener.accept() == nil)
    let client = try connect()
    defer { close(client) }
    close(try acceptConnection(listener))
    #expect(listener.accept() == nil)
  }

  @Test func noDescriptorBlocksOrIsInherited() throws {
    let listener = try Listener(address)
    let client = try connect()
    let server = try acceptConnection(listener)
    defer { [client, server].forEach { close($0) } }
    for descriptor in [listener.descriptor, server] { #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0) }
    for descriptor in [listener.descriptor, server, client] {
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    // A client that attaches reads and writes in threads that wait.
    #expect(fcntl(client, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func anotherUserIsRefused() throws {
    let listener = try Listener(address, user: geteuid() + 1)
    let client = try connect()
    defer { close(client) }
    #expect(listener.accept() == .refused(user: geteuid()))
    #expect(try readAll(from: client).isEmpty)
    #expect(listener.accept() == nil)
  }

  @Test func theSocketOfAKilledServerIsReplaced() async throws {
    let killed = try await blocking { try Child.listening(address.socketPath) }
    #expect(throws: LocalSocketError("Another program listens at \(address.socketPath).")) { try Listener(address) }
    killed.end()
    #expect(try mode(address.socketPath) & S_IFMT == S_IFSOCK)
    let listener = try Listener(address)
    close(try connect())
    withExtendedLifetime(listener) {}
  }

  @Test func anythingElseInPlaceOfTheSocketIsRefused() throws {
    try temporary.write("precious", to: "test.sock")
    #expect(throws: LocalSocketError("\(address.socketPath) is not a socket; remove it to listen there.")) {
      try Listener(address)
    }
    #expect(try temporary.read("test.sock") == "precious")
    unlink(address.socketPath)
    symlink("\(temporary.path)/elsewhere", address.socketPath)
    #expect(throws: LocalSocketError("\(address.socketPath) is a symbolic link; remove it to listen there.")) {
      try Listener(address)
    }
    #expect(try temporary.files == ["test.sock", "test.sock.lock"])
  }

  @Test func closingRemovesTheSocketAndEndsTheServer() async throws {
    let listener = try Listener(address)
    listener.close()
    listener.close()
    #expect(listener.descriptor == -1)
    #expect(try temporary.files == ["test.sock.lock"])
    #expect(try ServerConnection.open(address) == nil)
    // The lock can be had: by a process that would meet this one's.
    try await blocking { try Child.locking(address.lockPath, byte: .server).end() }
  }

  @Test func aServerThatStopsListeningKeepsItsLock() async throws {
    let listener = try Listener(address)
    #expect(try await isLocked(.server))
    #expect(try await !isLocked(.ending))
    listener.prepareToStop()
    #expect(try await isLocked(.ending))
    listener.resumeListening()
    #expect(try await !isLocked(.ending))
    listener.stopListening()
    #expect(try temporary.files == ["test.sock.lock"])
    #expect(try await isLocked(.server))
    #expect(try await isLocked(.ending))
    #expect(try await isLocked(.life(getpid())))
    listener.close()
    #expect(try await !isLocked(.server))
    #expect(try await !isLocked(.ending))
  }

  /// Whether another process meets a lock of this one's.
  private func isLocked(_ byte: LockFile.Byte) async throws -> Bool {
    let program = """
      import fcntl, sys
      try: fcntl.lockf(open(sys.argv[1], "a+"), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(sys.argv[2]))
      except OSError: sys.exit(7)
      """
    return try await blocking { [address] in
      let arguments = ["-c", program, address.lockPath, "\(byte.offset)"]
      return try DetachedProcess(python, arguments, output: STDERR_FILENO, errors: STDERR_FILENO).waitForEnd()
        == "with status 7"
    }
  }

  @Test func aConnectionThatWasNeverAcceptedHasEndedWithTheListener() throws {
    let listener = try Listener(address, refusal: Array("none".utf8))
    let (refused, waiting) = (try connect(), try connect())
    defer { [refused, waiting].forEach { close($0) } }
    listener.refuse(try acceptConnection(listener))
    #expect(!ServerConnection.hasEnded(waiting))
    listener.stopListening()
    // A process that another test starts has a copy of the listening descriptor until it runs its program.
    _ = Waiting.wait(for: [(waiting, Waiting.toRead)], until: .now + .seconds(20))
    #expect(ServerConnection.hasEnded(waiting))
    // The refusal that it was sent has not been read yet.
    #expect(!ServerConnection.hasEnded(refused))
    #expect(try readAll(from: refused) == Array("none".utf8))
  }

  @Test func theSocketOfAnotherIsNotRemoved() throws {
    let listener = try Listener(address)
    unlink(address.socketPath)
    try temporary.write("another's", to: "test.sock")
    listener.close()
    #expect(try temporary.read("test.sock") == "another's")
  }

  @Test func aRefusedServerLeavesNoLock() async throws {
    try temporary.write("", to: "test.sock")
    #expect(throws: LocalSocketError.self) { try Listener(address) }
    try await blocking { try Child.locking(address.lockPath, byte: .opening).end() }
    try await blocking { try Child.locking(address.lockPath, byte: .server).end() }
  }

  @Test func aSocketThatWasPassedMustBeThatOfTheAddress() throws {
    let elsewhere = "\(temporary.path)/elsewhere"
    let passed = try listeningSocket(elsewhere)
    defer { close(passed) }
    let refusal = "The socket that was passed is at \(elsewhere), not at \(address.socketPath)."
    #expect(throws: LocalSocketError(refusal)) { try Listener(address, adopting: passed) }
  }
}
