import Synchronization
import SystemSupport

/// A server that is started when it is needed, and that continues after this process has ended.
///
///     let address = try ServerAddress("work")
///     let server = DetachedServer(address, arguments: ["serve", "--listen", "work"]) { print($0) }
///     let status = try AttachedStreams(server.connect(), to: address) { print($0) }.run()
package struct DetachedServer: Sendable {
  private let address: ServerAddress
  private let executable: String
  private let arguments: [String]
  private let report: @Sendable (String) -> Void

  /// The servers that this process has started, except those that were found to have ended. Without this list, each
  /// server that has ended would remain as a zombie.
  private static let started = Mutex<[DetachedProcess]>([])

  /// - Parameters:
  ///   - executable: The path of the program. If nil, the program of this process is used.
  ///   - arguments: The arguments of the program. The arguments must make the program listen at the address, and then
  ///     write a line to its stdout.
  ///   - report: Receives the text for the user if a method waits for more than a second.
  package init(
    _ address: ServerAddress, executable: String? = nil, arguments: [String],
    report: @escaping @Sendable (String) -> Void
  ) {
    self.address = address
    self.report = report
    self.executable = executable ?? DetachedServer.ownExecutable
    self.arguments = arguments
  }

  /// The log of the server. The lines of interest are those that are written from now on.
  package var log: ServerLog { ServerLog(of: address) }

  /// Connects to the server. If no server is running, starts one first.
  ///
  /// If several processes call this method at once, only one server is started. The server writes its stderr to the log
  /// file of the address.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  /// - Throws: ``LocalSocketError`` if the server cannot be started. The error contains the last line that the server
  ///   logged.
  package func connect() throws(LocalSocketError) -> Int32 {
    if let connection = try connectIfRunning() { return connection }
    try address.directory?.make()
    return try ServerLock.whileStarting(address, report: report) { lock throws(LocalSocketError) -> Int32 in
      func open() throws(LocalSocketError) -> Int32? {
        try self.open { lock }
      }
      if let connection = try open() { return connection }
      let failure = try start(lock)
      // The start may have failed because another server was started meanwhile. That server listens now.
      if let connection = try open() { return connection }
      throw failure ?? LocalSocketError("The server that was started does not listen at \(address).")
    }
  }

  /// Connects to the server if it is running. Otherwise returns nil.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  package func connectIfRunning() throws(LocalSocketError) -> Int32? {
    try open { [address] () throws(LocalSocketError) in try LockFile(existing: address.lockPath) }
  }

  /// Connects to the server. Returns nil if there is no server. Also returns nil if the server has announced its end,
  /// because such a server may never accept the connection.
  ///
  /// A server announces its end before it accepts connections for the last time. It therefore accepts every connection
  /// that was made before the announcement. If a connection was made after the announcement, this method closes the
  /// connection before anything is sent on it.
  ///
  /// When the process of the server ends, its announcement disappears. The end of the process also closes the server's
  /// socket, which resets the connection. This method therefore also checks whether the connection was reset. If there was
  /// a server, but no process has its lock now, it waits for that for up to a second.
  ///
  /// - Parameter lock: Returns the lock file of the address. Called when the connection was made.
  private func open(_ lock: () throws(LocalSocketError) -> LockFile?) throws(LocalSocketError) -> Int32? {
    guard let connection = try ServerConnection.open(address, report: report) else { return nil }
    do {
      let lock = try lock()
      if try lock?.holder(of: .ending) == nil, !ServerConnection.hasEnded(connection) {
        // The system releases the locks of a process that ends before it closes its socket.
        guard let lock, try lock.holder(of: .server) == nil,
          Waiting.wait(for: [(connection, 0)], until: .now + .seconds(1)) != nil
        else { return connection }
      }
    } catch {
      close(connection)
      throw error
    }
    close(connection)
    return nil
  }

  /// Starts the server, and waits until it listens.
  ///
  /// - Parameter lock: The lock file of the address.
  /// - Returns: The reason why the server ended, if it ended before it listened; otherwise nil.
  private func start(_ lock: LockFile) throws(LocalSocketError) -> LocalSocketError? {
    DetachedServer.started.withLock { $0.removeAll { $0.hasEnded() } }
    let log = log
    let file = try log.open()
    let (reader, writer): (OwnedDescriptor, OwnedDescriptor)
    do {
      let ends = try FileDescriptor.closeOnExecPipe()
      (reader, writer) = (OwnedDescriptor(ends.reader), OwnedDescriptor(ends.writer))
    } catch {
      throw LocalSocketError("A pipe could not be created", error)
    }
    let process = try withExtendedLifetime(consume writer) { writer throws(LocalSocketError) in
      try DetachedProcess(executable, arguments, output: writer.number, errors: file.number)
    }
    if try waitForLine(of: process, reader, lock) {
      DetachedServer.started.withLock { $0.append(process) }
      return nil
    }
    let end = "The server at \(address) ended \(process.waitForEnd()) as it started"
    if let line = log.lastLine { return LocalSocketError("\(end): \(line)") }
    // An empty line cannot be added if the disk is full.
    let failure = withUnsafeBytes(of: UInt8(ascii: "\n")) { BlockingStream.writeAll($0, to: file.number) }
    if let failure {
      return LocalSocketError("\(end), and its log \(address.logPath.shown) cannot be written", failure)
    }
    return LocalSocketError("\(end).")
  }

  /// Waits for a line of a process that was started. Returns whether a line has arrived before the end of the file.
  ///
  /// How long a start takes depends on the app, so it has no time limit. But the process may be stopped, or wait for the
  /// end of the former server, which may not answer. If that takes more than ten seconds, kills the process, which serves
  /// nothing yet.
  private func waitForLine(
    of process: DetachedProcess, _ reader: OwnedDescriptor, _ lock: LockFile
  ) throws(LocalSocketError) -> Bool {
    var wait = ServerWait(report: report)
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if Waiting.wait(for: [(reader.number, Waiting.toRead)], until: wait.nextTime) != nil {
        let count = bytes.withUnsafeMutableBytes { BlockingStream.readSome(from: reader.number, into: $0) }
        guard count > 0 else { return false }
        if bytes[..<count].contains(UInt8(ascii: "\n")) { return true }
        continue
      }
      let holder = try lock.holder(of: .server) ?? process.number
      let isStarting = holder == process.number
      let server = AwaitedServer(address, process: holder)
      wait.check { "the \(server), which \(isStarting ? "starts" : "ends")" }
      guard wait.isOver else { continue }
      guard !isStarting || RunningProgram.isStopped(holder) else {
        wait.restart()
        continue
      }
      let what = isStarting ? "has not begun to listen within 10 s" : "has not ended in time"
      let failure = server.failure(what, isKilled: isStarting)
      kill(process.number, SIGKILL)
      _ = process.waitForEnd()
      throw failure
    }
  }

  private static var ownExecutable: String {
    let link = "/proc/self/exe"
    guard access(link, X_OK) == 0 else { return CommandLine.arguments.first ?? "" }
    // The link works even if the file was replaced meanwhile, but the name of the program is lost.
    guard let path = realpath(link, nil) else { return link }
    defer { free(path) }
    return String(cString: path)
  }
}
