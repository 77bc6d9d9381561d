import ArgumentParser
import JSON
import LocalSocket
import MainLoop
import SystemSupport

#if Web
  import StateServerWeb
#endif

/// `web`: shows the app in a browser.
struct WebCommand<Source: AppSource>: ParsableCommand {
  #if Web
    private static var note: String { "" }
  #else
    private static var note: String { " (Not in this build, which is without the trait Web.)" }
  #endif

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "web",
      abstract: "Show the app in a browser on this machine.\(note)",
      discussion: """
        Prints a link to a page that shows the app's views, until a signal ends this command. The command \
        uses the server that `attach` uses, and starts it if necessary; the server continues when this command ends.

        The link works once, within 60 seconds. Press Enter for a new one. Only this machine can connect. In an ssh \
        session, the command prints how to forward the port.
        """)
  }

  @Argument(help: .serverAddress, completion: .runningServers)
  var server: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port to listen at, or 0 for any. (default: 7480, or any if that is in use)", valueName: "port"),
    transform: portNumber)
  var port: Int?

  @Flag(help: "Open the page in the browser, with $BROWSER or the program for the desktop.")
  var open = false

  @Flag(help: .restart)
  var restart = false

  @Argument(parsing: .postTerminator, help: .serveOptions)
  var options: [String] = []

  func run() throws {
    #if Web
      try serve()
    #else
      throw ValidationError("web: built without the trait Web of the package svvs")
    #endif
  }
}

private func portNumber(_ text: String) throws -> Int {
  guard let port = UInt16(digits: text) else { throw ValidationError("must be from 0 to 65535") }
  return Int(port)
}

#if Web
  extension WebCommand {
    private func serve() throws -> Never {
      StandardStreams.openClosed()
      let shared = try SharedServer<Source>(server, options: options)
      let log = shared.process.log
      if restart { try shared.stop() }
      // Reports a server that cannot be started or does not answer here, and not only on the page. A signal still ends
      // the command.
      try ServerConnection.checkThatServerReads(shared.connect(), at: shared.address) { Console.report($0) }
      // Before there are other threads: each inherits this, so that the signals wait for `WebSignals.wait`.
      let signals = WebSignals()
      try FollowedLog.start(log) { Console.writeLine($0) }
      let page = try WebServer(
        // A command runs on the main thread.
        appName: MainActor.assumeIsolated { Source.Made.name }, serverName: server ?? shared.address.description,
        server: shared.process, port: port)
      if port == nil, page.port != WebServer.defaultPort {
        Console.report("the port \(WebServer.defaultPort) cannot be used, so the page is at port \(page.port)")
      }
      try show(page, until: signals)
      Console.end(with: EXIT_SUCCESS)
    }

    /// Shows the page until a signal ends the command, or throws an error.
    private func show(_ page: WebServer, until signals: WebSignals) throws {
      var file: LinkFile?
      defer { file?.remove() }
      if let tunnel = Tunnel(to: page.port) {
        Console.report("on your own machine, run this command, and then open the link: \(tunnel.command)")
      } else if open {
        do { file = try page.makeLinkFile() } catch { Console.report("open the link yourself: \(error)") }
      }
      try Console.write(page.makeLink())
      if isatty(STDERR_FILENO) == 1 {
        Console.report(
          "the link works once, within 60 s; Enter prints another; Ctrl-C ends the page, and the server goes on")
      }
      if let file { Browser().show(file.path) { Console.report($0) } }
      try WebCommand.printLinks(of: page)
      signals.wait()
    }

    /// Prints a link for each line of stdin, on another thread.
    private static func printLinks(of page: WebServer) throws {
      try DetachedThread.start {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        while true {
          let count = BlockingStream.readSome(from: STDIN_FILENO, into: buffer)
          guard count > 0 else { return }
          for byte in buffer[..<count] where byte == UInt8(ascii: "\n") { try? Console.write(page.makeLink()) }
        }
      }
    }
  }

  /// The signals that end the command. A signal that this process ignores, for example under `nohup`, does not end it.
  private struct WebSignals {
    private var set = sigset_t()

    init() {
      sigemptyset(&set)
      // On Linux, a thread also receives an ignored signal if it blocks the signal.
      for number in [SIGTERM, SIGINT, SIGHUP] where !WebSignals.isIgnored(number) { sigaddset(&set, number) }
      pthread_sigmask(SIG_BLOCK, &set, nil)
      // A process in the background of a terminal would be stopped when it reads stdin.
      signal(SIGTTIN, SIG_IGN)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
      let handler = signal(number, SIG_DFL)
      signal(number, handler)
      return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    func wait() {
      var number: Int32 = 0
      var set = set
      sigwait(&set, &number)
    }
  }
#endif
