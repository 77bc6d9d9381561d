import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import LocalSocket

/// Tests that affect a whole process, and therefore run in a separate one.
@Suite(.timeLimit(.minutes(1)))
struct ListenerProcessTests {
  private let temporary: TemporaryDirectory

  init() throws {
    temporary = try TemporaryDirectory()
  }

  @Test(arguments: [0, 0o077, 0o700, 0o777] as [mode_t])
  func theUmaskDoesNotMatter(_ mask: mode_t) async throws {
    await #expect(processExitsWith: .success) { [path = temporary.path as String, mask = mask as mode_t] in
      umask(mask)
      let address = try ServerAddress("work", in: ServerDirectory(runtimeDirectory: path))
      let listener = try Listener(address)
      #expect(try mode(address.socketPath) == S_IFSOCK | 0o600)
      #expect(try mode(address.lockPath) == S_IFREG | 0o600)
      #expect(try mode("\(path)/svvs") == S_IFDIR | 0o700)
      listener.close()
    }
  }

  @Test func withoutDescriptorsEveryConnectionIsRefusedAtOnce() async throws {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let address = try ServerAddress("\(path)/test.sock")
      let listener = try Listener(address, refusal: Array("none".utf8))
      let clients = try (0..<3).map { _ in try #require(try ServerConnection.open(address)) }
      let free = dup(0)
      close(free)
      let before = DescriptorLimit.limits
      DescriptorLimit.limits.rlim_cur = rlim_t(free)
      let accepted = [listener.accept(), listener.accept()]
      DescriptorLimit.limits = before
      #expect(accepted == [.noDescriptors, .noDescriptors])
      for client in clients[..<2] { #expect(try readAll(from: client) == Array("none".utf8)) }
      guard case .connection(let server) = listener.accept() else { fatalError("expected a connection") }
      writeBytes("x".utf8, to: server)
      #expect(try readBytes(1, from: clients[2]) == [UInt8(ascii: "x")])
      #expect(listener.accept() == nil)
    }
  }

  @Test func aConnectionThatCanBeNeitherAcceptedNorClosedWaits() async throws {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let address = try ServerAddress("\(path)/test.sock")
      let listener = try Listener(address)
      let client = try #require(try ServerConnection.open(address))
      // Not even the place of the spare one is left.
      let before = DescriptorLimit.limits
      DescriptorLimit.limits.rlim_cur = 3
      let starved = [listener.accept(), listener.accept()]
      DescriptorLimit.limits = before
      #expect(starved == [nil, nil])
      guard case .connection(let server) = listener.accept() else { fatalError("expected a connection") }
      writeBytes("x".utf8, to: server)
      #expect(try readBytes(1, from: client) == [UInt8(ascii: "x")])
    }
  }

  @Test func aSocketThatWasPassedIsAdopted() async throws {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let address = try ServerAddress("\(path)/test.sock")
      let passed = try listeningSocket(address.socketPath)
      let listener = try Listener(address, adopting: passed)
      #expect(listener.descriptor == passed)
      let client = try #require(try ServerConnection.open(address))
      guard case .connection = listener.accept() else { fatalError("expected a connection") }
      listener.close()
      // The socket is closed, but stays in its directory.
      let second = try ServerConnection.open(address)
      #expect(second == nil)
      #expect(try mode(address.socketPath) & S_IFMT == S_IFSOCK)
      close(client)
    }
  }

  @Test func ofSeveralAtTheSameInstantOneListensAndTheOthersCanConnect() async throws {
    let (reports, end) = ("\(temporary.path)/reports", "\(temporary.path)/end")
    for path in [reports, end] { #expect(mkfifo(path, 0o600) == 0) }
    // With both its ends open here, the children neither wait for a reader nor miss one.
    let pipe = open(reports, O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    let count = 4
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask { [path = temporary.path] in
          await #expect(processExitsWith: .success) { [path = path as String] in try compete(in: path) }
        }
      }
      let letters = try await blocking { try readBytes(count, from: pipe) }
      #expect(String(decoding: letters.sorted(), as: UTF8.self) == "LWWW")
      // The process that listens runs until this pipe is closed.
      close(open(end, O_WRONLY))
    }
  }
}

/// Listens, or else connects to the process that listens, and reports which of the two it did.
private func compete(in directory: String) throws {
  let reports = open("\(directory)/reports", O_WRONLY)
  let address = try ServerAddress("\(directory)/test.sock")
  let listener: Listener
  do {
    listener = try Listener(address)
  } catch {
    #expect(error.description.hasPrefix("A server already listens at \(address), with pid "))
    #expect(try ServerConnection.open(address) != nil)
    writeBytes("W".utf8, to: reports)
    return
  }
  writeBytes("L".utf8, to: reports)
  _ = try readAll(from: open("\(directory)/end", O_RDONLY))
  listener.close()
}
