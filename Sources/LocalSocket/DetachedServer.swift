import Synchronization
import SystemSupport

/// A server that is started when it is needed, and that continues after this process has ended.
///
///     let address = try ServerAddress("work")
///     let socket = try DetachedServer(address, arguments: ["serve", "--listen", "work"]).connect()
///     let status = try AttachedStreams(socket, to: address).run()
package struct DetachedServer: Sendable {
  private let address: ServerAddress
  private let executable: String
  private let arguments: [String]

  /// The servers that this process has started, except those that were found to have ended. Without this list, each
  /// server that has ended would remain as a zombie.
  private static let started = Mutex<[DetachedProcess]>([])

  /// - Parameters:
  ///   - executable: The path of the program. If nil, the program of this process is used.
  ///   - arguments: The arguments of the program. The arguments must make the program listen at the address, and then
  ///     write a line to its stdout.
  package init(_ address: ServerAddress, executable: String? = nil, arguments: [String]) {
    self.address = address
    self.executable = executable ?? DetachedServer.ownExecutable
    self.arguments = arguments
  }

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
    return try ServerLock.whileStarting(address) { isEnding throws(LocalSocketError) -> Int32 in
      if let connection = try open(unless: isEnding) { return connection }
      let failure = try start()
      // The start may have failed because another server was started meanwhile. That server listens now.
      if let connection = try open(unless: isEnding) { return connection }
      throw failure ?? LocalSocketError("The server that was started does not listen at \(address).")
    }
  }

  /// Connects to the server if it is running. Otherwise returns nil.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  package func connectIfRunning() throws(LocalSocketError) -> Int32? {
    try open { [address] () throws(LocalSocketError) in try ServerLock.isEnding(address) }
  }

  /// Connects to the server. Returns nil if there is no server. Also returns nil if the server has announced its end,
  /// because such a server may never accept the connection.
  ///
  /// A server announces its end before it accepts connections for the last time. It therefore accepts every connection
  /// that was made before the announcement. If a connection was made after the announcement, this method closes the
  /// connection before anything is sent on it.
  ///
  /// When the process of the server ends, its announcement disappears. The end of the process also closes the server's
  /// socket, which resets the connection. This method therefore also checks whether the connection was reset.
  private func open(unless isEnding: () throws(LocalSocketError) -> Bool) throws(LocalSocketError) -> Int32? {
    guard let connection = try ServerConnection.open(address) else { return nil }
    do {
      if try !isEnding(), !ServerConnection.hasEnded(connection) { return connection }
    } catch {
      close(connection)
      throw error
    }
    close(connection)
    return nil
  }

  /// Starts the server, and waits until it listens.
  ///
  /// - Returns: The reason why the server ended, if it ended before it listened; otherwise nil.
  private func start() throws(LocalSocketError) -> LocalSocketError? {
    DetachedServer.started.withLock { $0.removeAll { $0.hasEnded() } }
    let log = try ServerLog(address.logPath)
    let (reader, writer): (OwnedDescriptor, OwnedDescriptor)
    do {
      let ends = try FileDescriptor.closeOnExecPipe()
      (reader, writer) = (OwnedDescriptor(ends.reader), OwnedDescriptor(ends.writer))
    } catch {
      throw LocalSocketError("A pipe could not be created", error)
    }
    let process = try withExtendedLifetime(consume writer) { writer throws(LocalSocketError) in
      try DetachedProcess(executable, arguments, output: writer.number, errors: log.descriptor)
    }
    if hasLine(reader.file) {
      DetachedServer.started.withLock { $0.append(process) }
      return nil
    }
    let end = "The server at \(address) ended \(process.waitForEnd()) as it started"
    if let line = log.lastLine { return LocalSocketError("\(end): \(line)") }
    if let failure = log.writingFailure {
      return LocalSocketError("\(end), and its log \(address.logPath.shown) cannot be written", failure)
    }
    return LocalSocketError("\(end).")
  }

  /// Waits for a line. Returns whether a line has arrived before the end of the file.
  private func hasLine(_ file: FileDescriptor) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
      if bytes[..<count].contains(UInt8(ascii: "\n")) { return true }
    }
    return false
  }

  private static var ownExecutable: String {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Darwin)
      var size = UInt32(path.count)
      let isKnown = path.withUnsafeMutableBytes {
        _NSGetExecutablePath($0.baseAddress?.assumingMemoryBound(to: CChar.self), &size) == 0
      }
      let fallback = CommandLine.arguments.first ?? ""
    #else
      let isKnown = readlink("/proc/self/exe", &path, path.count - 1) > 0
      // This link works even if the file was replaced meanwhile, but the name of the program is lost.
      let fallback = "/proc/self/exe"
    #endif
    let found = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    return isKnown && access(found, X_OK) == 0 ? found : fallback
  }
}
