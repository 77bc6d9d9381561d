import LocalSocket

/// A server of this app that several front ends share. `attach` and `web` connect to it, and start it if necessary.
struct SharedServer {
  let address: ServerAddress
  let process: DetachedServer
  private let options: [String]

  /// - Parameters:
  ///   - nameOrPath: The address as the user has written it, or nil for the app's name.
  ///   - options: The options of `serve`, used if the server is not running.
  init<Source: AppSource>(_ nameOrPath: String?, of source: Source.Type, options: [String]) throws {
    address = try AddressArgument(nameOrPath).address(for: source)
    process = DetachedServer(address, from: nameOrPath, options: options)
    self.options = options
  }

  /// Connects to the server. Reports the options that a running server does not have.
  ///
  /// - Returns: A blocking descriptor, which the caller closes.
  func connect(startsServer: Bool = true) throws(LocalSocketError) -> Int32 {
    if options.isEmpty, startsServer { return try process.connect() }
    guard let running = try process.connectIfRunning() else {
      if startsServer { return try process.connect() }
      throw LocalSocketError("No server listens at \(address).")
    }
    reportUnusedOptions()
    return running
  }

  private func reportUnusedOptions() {
    guard let used = (try? ServerLock.holder(of: address))?.arguments?.withValues else { return }
    let unused = options.withValues.filter { !used.contains($0) }.joined(separator: " ")
    guard !unused.isEmpty else { return }
    Console.report("the server \(address) is already running, without these options: \(unused)")
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
