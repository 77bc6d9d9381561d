import LocalSocket
import StateProtocol

/// A server of this app that several front ends share. `attach` and `web` connect to it, and start it if necessary.
struct SharedServer<Source: AppSource> {
  let address: ServerAddress
  let process: DetachedServer
  /// The options of `serve`, used if the server is not running.
  private let options: [String]

  init(_ nameOrPath: String?, options: [String]) throws {
    address = try AddressArgument(nameOrPath).address(for: Source.self)
    let arguments = ["serve", "--listen=\(nameOrPath ?? address.description)"] + options
    process = DetachedServer(address, arguments: arguments) { Console.report($0) }
    self.options = options
  }

  /// Connects to the server. Reports in which ways a running server differs from the one that would be started.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  func connect(startsServer: Bool = true) throws(LocalSocketError) -> Int32 {
    guard let running = try process.connectIfRunning() else {
      if startsServer { return try process.connect() }
      throw LocalSocketError("No server listens at \(address).")
    }
    reportDifferences()
    return running
  }

  /// Stops the server, if it is running, and reports how many front ends it had. The server that is started next has the
  /// options, so they are checked first.
  func stop() throws {
    try ServeCommand<Source>.check(options)
    let shared = try? ListedServer.query(address)
    guard try ServerLock.endServer(at: address, report: { Console.report($0) }) else { return }
    let lost = shared.map { " (connections: \($0.connections), shared sessions: \($0.sessions.count))" } ?? ""
    Console.report("stopped the server at \(address)\(lost)")
  }

  private func reportDifferences() {
    guard let holder = try? ServerLock.holder(of: address), let program = RunningProgram(holder.process) else { return }
    var differences: [String] = []
    if program.isOtherBuild { differences.append("from another build") }
    if !options.isEmpty, let used = program.arguments?.withValues {
      let given = options.withValues
      if given.contains(where: { used.contains($0) && $0.mayBeRelativePath }),
        let directory = program.otherWorkingDirectory
      {
        differences.append("in the directory \(directory), to which its relative paths refer")
      }
      // Without the values, because a value may contain a password.
      let unused = given.filter { !used.contains($0) }.map { $0.prefix { $0 != "=" } }
      if !unused.isEmpty { differences.append("without these options or values: \(unused.joined(separator: " "))") }
    }
    guard !differences.isEmpty else { return }
    Console.report(
      "the server \(address) is already running, \(differences.joined(separator: ", ")) (--restart restarts it)")
  }
}

extension [String] {
  /// The words of a command line, with each option and its value as one word: `--a=b` for `--a b`.
  fileprivate var withValues: [String] {
    reduce(into: []) { options, word in
      if let last = options.last, last.hasPrefix("--"), !last.contains("="), !word.hasPrefix("-") {
        options[options.count - 1] = "\(last)=\(word)"
      } else {
        options.append(word)
      }
    }
  }
}

extension String {
  /// Whether an option has a value that may be a relative path: it contains a dot or a slash, and is neither a number nor
  /// a URL nor an absolute path.
  ///
  /// The parser does not know which values are paths. A value without a dot or a slash, like `en`, is rarely one; if such
  /// values were taken for paths, there would be a report about each of them. A name of a host is taken for a path.
  fileprivate var mayBeRelativePath: Bool {
    let value = split(separator: "=", maxSplits: 1).last ?? self[...]
    guard value.contains(".") || value.contains("/") else { return false }
    return Double(value) == nil && !value.hasPrefix("/") && !value.contains("://")
  }
}
