import Foundation
import TestSupport
import Testing

@testable import LocalSocket

/// A server in Python: it writes what it was given to a file, takes the lock, listens, says so, sends its number to each
/// who connects, and ends when it is asked to.
private let greeter = """
  import fcntl, os, signal, socket, sys
  path, told = sys.argv[1:3]
  signal.alarm(60)
  with open(told, "a") as file:
    others = {int(n) for n in os.listdir("/dev/fd") if os.path.exists("/dev/fd/" + n)} - {0, 1, 2, file.fileno()}
    print(len(others), os.getsid(0) == os.getpid(), os.path.samestat(os.fstat(0), os.stat("/dev/null")), os.getcwd(),
      len(signal.pthread_sigmask(signal.SIG_BLOCK, [])), sys.argv[3:], file=file)
  lock = open(path.removesuffix("sock") + "lock", "a+")
  fcntl.lockf(lock, fcntl.LOCK_EX, 1, 0)
  s = socket.socket(socket.AF_UNIX)
  s.bind(path)
  s.listen()
  print("listening", file=sys.stderr, flush=True)
  print(path, flush=True)
  while True:
    connection = s.accept()[0]
    connection.sendall(b"%08d" % os.getpid())
    if connection.recv(1) == b"!": sys.exit()
  """

/// Connects to the greeter with the name "work", as another process may do.
private func connectToGreeter(in path: String, _ arguments: String...) throws -> Int32 {
  let address = try ServerAddress("work", in: ServerDirectory(runtimeDirectory: path))
  let all = ["-c", greeter, address.socketPath, "\(path)/told"] + arguments
  return try DetachedServer(address, executable: python, arguments: all) { _ in }.connect()
}

@Suite(.timeLimit(.minutes(1)))
struct DetachedServerTests {
  private let temporary: TemporaryDirectory
  private let address: ServerAddress

  init() throws {
    temporary = try TemporaryDirectory()
    address = try ServerAddress("work", in: temporary.servers)
  }

  private func server(_ program: String, _ arguments: String...) -> DetachedServer {
    DetachedServer(
      address, executable: python,
      arguments: ["-c", program, address.socketPath, "\(temporary.path)/told"] + arguments
    ) { _ in }
  }

  private func connect(_ server: DetachedServer) async throws -> Int32 { try await blocking { try server.connect() } }

  /// Has the greeter end, and waits for that.
  ///
  /// A process that has ended and is not waited for would keep the library of the tests from noticing the end of those
  /// that it has started itself.
  private func end(_ connection: Int32) async throws {
    try await blocking {
      let process = try #require(pid_t(String(decoding: try readBytes(8, from: connection), as: UTF8.self)))
      writeBytes("!".utf8, to: connection)
      #expect(try readAll(from: connection).isEmpty)
      close(connection)
      waitpid(process, nil, 0)
    }
  }

  @Test func itIsStartedIfThereIsNone() async throws {
    let connection = try await connect(server(greeter, "an argument", "--option"))
    #expect(try temporary.read("svvs/work.log") == "listening\n")
    #expect(try mode(address.logPath) == S_IFREG | 0o600)
    try await end(connection)
  }

  @Test func itInheritsNothingButTheFolderAndTheEnvironment() async throws {
    // In a process of its own: in this one other tests open descriptors at the same time.
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      // A descriptor that a shell has left open, for example.
      let pipe = try DescriptorPair.pipe()
      _ = fcntl(pipe.second, F_SETFD, 0)
      let connection = try connectToGreeter(in: path, "an argument")
      #expect(try readBytes(8, from: connection).count == 8)
      writeBytes("!".utf8, to: connection)
      let told = try String(contentsOfFile: "\(path)/told", encoding: .utf8)
      #expect(told == "0 True True \(FileManager.default.currentDirectoryPath) 0 ['an argument']\n")
      // Other programs that this process starts still inherit it.
      #expect(fcntl(pipe.second, F_GETFD) == 0)
    }
  }

  @Test func serversThatHaveEndedAreNotZombiesAfterTheNextStart() async throws {
    // In a process of its own: in this one other tests start servers at the same time.
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let servers = try (1...3).map { _ in
        let connection = try connectToGreeter(in: path)
        let server = try #require(pid_t(String(decoding: try readBytes(8, from: connection), as: UTF8.self)))
        writeBytes("!".utf8, to: connection)
        // Waits for the end of the server, which remains a zombie.
        var information = siginfo_t()
        waitid(P_PID, id_t(server), &information, WEXITED | WNOWAIT)
        unlink("\(path)/svvs/work.sock")
        return server
      }
      #expect(servers.map { kill($0, 0) } == [-1, -1, 0])
    }
  }

  @Test func signalsAreHandledInItAsUsual() async throws {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      for number in [SIGPIPE, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let program = "kill -TERM $$; echo survived >&2"
      let address = try ServerAddress("\(path)/x")
      let error = #expect(throws: LocalSocketError.self) {
        try DetachedServer(address, executable: "/bin/sh", arguments: ["-c", program]) { _ in }.connect()
      }
      #expect(error?.description == "The server at \(address) ended by signal 15 as it started.")
    }
  }

  @Test func aListeningServerIsNotStartedAgain() async throws {
    let first = try await connect(server(greeter))
    let second = try await connect(DetachedServer(address, executable: "/missing", arguments: []) { _ in })
    close(second)
    try await end(first)
    #expect(try temporary.read("told").split(separator: "\n").count == 1)
  }

  @Test func severalAtOnceStartOne() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { [path = temporary.path] in
          await #expect(processExitsWith: .success) { [path = path as String] in
            let connection = try connectToGreeter(in: path)
            #expect(try readBytes(8, from: connection).count == 8)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try temporary.read("told").split(separator: "\n").count == 1)
    try await end(#require(try ServerConnection.open(address)))
  }

  @Test func whyItEndedIsSaidWithTheLastLineOfItsLog() async throws {
    try temporary.servers.make()
    try temporary.write("an older line\n", to: "svvs/work.log")
    let refusal = "The server at work ended with status 3 as it started: the \\u{1B}[31mreason"
    await #expect(throws: LocalSocketError(refusal)) {
      try await connect(server("import sys; print('first\\nthe \\033[31mreason\\n\\n', file=sys.stderr); sys.exit(3)"))
    }
    let silent = "The server at work ended with status 4 as it started."
    await #expect(throws: LocalSocketError(silent)) { try await connect(server("import sys; sys.exit(4)")) }
  }

  @Test func aLongReasonIsCut() async throws {
    let error = await #expect(throws: LocalSocketError.self) {
      try await connect(server("import sys; sys.exit('x' * 100000)"))
    }
    #expect((error?.description.utf8.count ?? .max) < 500)
    #expect(error?.description.hasSuffix("xxx…") == true)
  }

  @Test func aProgramThatCannotBeStartedIsReported() async throws {
    await #expect(throws: LocalSocketError("/missing cannot be started: No such file or directory.")) {
      try await connect(DetachedServer(address, executable: "/missing", arguments: []) { _ in })
    }
  }

  @Test func aServerThatDoesNotListenIsReported() async throws {
    let program = "import os, sys; print(os.getpid(), file=open(sys.argv[2], 'w')); print('ready')"
    await #expect(throws: LocalSocketError("The server that was started does not listen at work.")) {
      try await connect(server(program))
    }
    let process = try #require(pid_t(try temporary.read("told").dropLast()))
    await blocking { _ = waitpid(process, nil, 0) }
  }

  @Test func ifAnotherWasFasterThatOneIsConnectedTo() async throws {
    // The process that is started starts the other one itself, waits until it listens, and gives up.
    let loser = """
      import subprocess, sys
      winner = subprocess.Popen([sys.executable, "-c", sys.argv[3]] + sys.argv[1:3], stdout=subprocess.PIPE)
      winner.stdout.readline()
      sys.exit(1)
      """
    try await end(connect(server(loser, greeter)))
  }

  @Test func aConnectionToAServerThatEndsIsNotUsed() async throws {
    try temporary.servers.make()
    // It has announced its end, and closes its socket with the first connection to it waiting there.
    let old = try await blocking { [address] in
      try Child(
        """
        import fcntl, os, select, socket, sys
        lock = open(sys.argv[2], "a+")
        for byte in map(int, sys.argv[3:]): fcntl.lockf(lock, fcntl.LOCK_EX, 1, byte)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        print(flush=True)
        select.select([listener], [], [])
        os.unlink(sys.argv[1])
        listener.close()
        """,
        [
          address.socketPath, address.lockPath, "\(LockFile.Byte.server.offset)", "\(LockFile.Byte.ending.offset)",
        ])
    }
    try await end(connect(server(greeter)))
    old.end()
  }

  @Test func aConnectionToAServerThatIsKilledIsNotUsed() async throws {
    try temporary.servers.make()
    // Its locks were released, and its socket is closed a few milliseconds after the first connection.
    let old = try await blocking { [address] in
      try Child(
        """
        import os, select, socket, sys
        open(sys.argv[2], "a")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        print(flush=True)
        select.select([listener], [], [])
        os.unlink(sys.argv[1])
        """, address.socketPath, address.lockPath)
    }
    try await end(connect(server(greeter)))
    old.end()
  }

  #if os(Linux)
    @Test func aServerThatIsStoppedBeforeItHasALockIsKilled() async throws {
      let program = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"
      let error = await #expect(throws: LocalSocketError.self) { try await connect(server(program)) }
      let failure = try #require(error?.description.split(separator: ") ", maxSplits: 1))
      #expect(failure[0].hasPrefix("The server at work (pid "))
      #expect(failure[1] == "has not begun to listen within 10 s, because it is stopped; it was killed.")
    }
  #endif

  @Test func aLinkInPlaceOfTheLogIsRefused() async throws {
    try temporary.servers.make()
    try temporary.write("precious", to: "file")
    symlink("\(temporary.path)/file", address.logPath)
    await #expect(throws: LocalSocketError("\(address.logPath) is a symbolic link; remove it.")) {
      try await connect(server(greeter))
    }
    #expect(try temporary.read("file") == "precious")
  }
}
