import SystemSupport

/// A server that is started when it is needed, and continues when this process has ended.
///
///     let address = try ServerAddress("work")
///     let socket = try DetachedServer(address, arguments: ["serve", "--listen", "work"]).connect()
///     let status = try AttachedStreams(socket, to: address).run()
package struct DetachedServer {
  private let address: ServerAddress
  private let executable: String
  private let arguments: [String]

  /// - Parameters:
  ///   - executable: The path of the program; nil for that of this process.
  ///   - arguments: The arguments with which the program listens at the address, and then writes a line to its stdout.
  package init(_ address: ServerAddress, executable: String? = nil, arguments: [String]) {
    self.address = address
    self.executable = executable ?? DetachedServer.ownExecutable
    self.arguments = arguments
  }

  /// Connects to the server, after starting it if there is none.
  ///
  /// If several processes do this at once, only one server is started. Its stderr is the log file of the address.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  /// - Throws: ``LocalSocketError`` if the server cannot be started, with the last line that it logged.
  package func connect() throws(LocalSocketError) -> Int32 {
    let isEnding = { [address] () throws(LocalSocketError) in try ServerLock.isEnding(address) }
    if let connection = try open(unless: isEnding) { return connection }
    try address.directory?.make()
    return try ServerLock.whileStarting(address) { isEnding throws(LocalSocketError) -> Int32 in
      if let connection = try open(unless: isEnding) { return connection }
      let failure = try start()
      // If it has failed because another server was started meanwhile, that one listens now.
      if let connection = try open(unless: isEnding) { return connection }
      throw failure ?? LocalSocketError("The server that was started does not listen at \(address).")
    }
  }

  /// Connects to the server, unless it has announced its end: it may never accept the connection.
  ///
  /// A server announces its end before it accepts connections for the last time. So it accepts every connection that
  /// was made before the announcement. Later ones are closed here, before anything was sent. The announcement ends with
  /// the process of the server, which has then closed its socket and so reset the connection.
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
  /// - Returns: The reason for its end, if it ended before it listened.
  private func start() throws(LocalSocketError) -> LocalSocketError? {
    let log = try ServerLog(address.logPath)
    let (reader, writer): (OwnedDescriptor, OwnedDescriptor)
    do {
      let ends = try FileDescriptor.closeOnExecPipe()
      (reader, writer) = (OwnedDescriptor(ends.reader), OwnedDescriptor(ends.writer))
    } catch {
      throw LocalSocketError("No pipe can be made", error)
    }
    let process = try withExtendedLifetime(consume writer) { writer throws(LocalSocketError) in
      try DetachedProcess(executable, arguments, output: writer.number, errors: log.descriptor)
    }
    if hasLine(reader.file) { return nil }
    let end = "The server at \(address) ended \(process.waitForEnd()) as it started"
    if let line = log.lastLine { return LocalSocketError("\(end): \(line)") }
    if let failure = log.writingFailure {
      return LocalSocketError("\(end), and its log \(address.logPath.shown) cannot be written", failure)
    }
    return LocalSocketError("\(end).")
  }

  /// Waits for a line, and returns whether it has come.
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
