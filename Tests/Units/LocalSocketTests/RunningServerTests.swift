import Foundation
import TestSupport
import Testing

@testable import LocalSocket

@Suite(.timeLimit(.minutes(1)))
struct RunningServerTests {
  private let temporary: TemporaryDirectory
  private let directory: ServerDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    directory = temporary.servers
  }

  @Test func withoutTheFolderThereAreNone() throws {
    #expect(try RunningServer.all(in: directory).isEmpty)
    #expect(try temporary.files.isEmpty)
  }

  @Test func runningServersAreSortedByName() async throws {
    try directory.make()
    let (second, first) = try await blocking { [directory] in
      (
        try Child.locking("\(directory.path)/work.lock", byte: .server),
        try Child.locking("\(directory.path)/demo.x.lock", byte: .server)
      )
    }
    // One that has ended, one that is only being started, and what else may lie about.
    let starting = try await blocking { [directory] in
      try Child.locking("\(directory.path)/starting.lock", byte: .start)
    }
    for file in ["ended.lock", ".lock", "work.log", "work.sock", "no name.lock"] {
      try temporary.write("", to: "svvs/\(file)")
    }
    mkfifo("\(directory.path)/fifo.lock", 0o600)
    var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
    utimes("\(directory.path)/work.lock", &times)

    let servers = try RunningServer.all(in: directory)
    #expect(servers.map(\.name) == ["demo.x", "work"])
    #expect(servers.map(\.process) == [first.number, second.number])
    #expect(servers.last?.since == 1_000_000_000)
    #expect(servers.last?.address == (try ServerAddress("work", in: directory)))

    first.end()
    #expect(try RunningServer.all(in: directory).map(\.name) == ["work"])
    for child in [second, starting] { child.end() }
  }
}
