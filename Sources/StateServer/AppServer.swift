import CCrash
public import LocalSocket
import Logging
import MainLoop
import StateProtocol
import SystemSupport

/// Serves an app to one client over stdin and stdout, or to any number of clients at a socket.
///
/// Use this type in a program that has its own command line. The product `StateServerCommand` provides a command line
/// for any app.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.drainTimeout = .seconds(1)
/// try AppServer.run(ListApp(), configuration: configuration)
/// ```
///
/// Front ends find a listening server by its name. The subcommand `attach` connects a front end to the server.
///
/// ```swift
/// try AppServer.listen(at: ServerAddress("list"), ListApp(), endingWhenIdleFor: .seconds(600))
/// ```
public enum AppServer {
  /// The version of this implementation.
  public static let version = "0.1.0"

  /// Serves an app on the main thread until the client or a signal ends the process.
  ///
  /// Reserves stdout for messages before it makes the app, so that text which the app prints goes to stderr. Ends the
  /// process with status 1 if the process cannot open enough files.
  ///
  /// - Throws: The error that `app` throws, or an ``AppMistake``, which says what each build finds.
  @MainActor
  public static func run(
    _ app: @autoclosure () throws -> some App, configuration: ServerConfiguration = ServerConfiguration()
  ) throws -> Never {
    crash_install()
    let descriptor = StandardStreams.takeOutput()
    requireDescriptors()
    let loop = makeProcessLoop()
    let host = try Host(try app(), configuration: configuration, scheduler: loop, outlivesConnections: false)
    // The output is made last: where it has to change flags that other processes share, only the loop restores them.
    loop.serve(input: StandardStreams.input, output: Output(descriptor: descriptor), owned: nil) { host.connect($0) }
    loop.run(host)
  }

  /// Serves an app on the main thread to all clients that connect to a socket, until a signal ends the process.
  ///
  /// When the server is ready to accept connections, it writes one line to stdout: the path of the socket. It writes
  /// nothing else to stdout. If systemd has passed a socket to the process, the server uses that socket. Ends the
  /// process with status 1 if the process cannot open enough files.
  ///
  /// - Parameters:
  ///   - address: The address to listen at. Only processes of the same user can connect.
  ///   - app: Makes the app. Called after this process has locked the address.
  ///   - configuration: The framing, timeouts and limits. Each connection takes two descriptors. If there are not
  ///     enough descriptors, the server lowers the limit of connections, and the reply to `initialize` contains the
  ///     lower limit.
  ///   - idleTime: The process ends when there has been no connection and no shared session for this time. If nil, the
  ///     process does not end because it is idle.
  /// - Throws: `LocalSocketError` if another server listens at the address, the error that `app` throws, or
  ///   an ``AppMistake``, which says what each build finds.
  @MainActor
  public static func listen(
    at address: ServerAddress, _ app: @autoclosure () throws -> some App,
    configuration: ServerConfiguration = ServerConfiguration(), endingWhenIdleFor idleTime: Duration? = nil
  ) throws -> Never {
    crash_install()
    let descriptor = StandardStreams.takeOutput()
    let wanted = configuration.limits.connections
    var configuration = configuration
    configuration.limits.connections = DescriptorLimit.raise(forConnections: wanted)
    requireDescriptors()
    // Locks the address before it makes the app, because the app may open files that only one process may use.
    let listener = try Listener(
      address, adopting: SocketActivation.takeSocket(), refusal: Listening.refusal(framing: configuration.framing))
    let loop = makeProcessLoop()
    let host: Host
    do {
      host = try Host(try app(), configuration: configuration, scheduler: loop, outlivesConnections: true)
    } catch {
      listener.close()
      throw error
    }
    let fitting = configuration.limits.connections
    if fitting < wanted {
      Connection.logger.warning("There are descriptors for no more than \(fitting) connections (ulimit -n).")
    }
    let listening = Listening(host, at: listener, on: loop)
    if let idleTime { listening.endWhenIdle(for: idleTime) }
    // Announces the path only when the loop runs: a program that has read the path may send a signal, and only the loop
    // handles signals.
    Task { announce(address, to: descriptor) }
    loop.run(listening)
  }

  /// Writes the path of the socket to stdout, for the program that has started this process. A failed write has no
  /// effect.
  private static func announce(_ address: ServerAddress, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    let line = Array("\(address.socketPath)\n".utf8)
    _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Ends the process with status 1 if the process cannot open enough files.
  @MainActor
  private static func requireDescriptors() {
    guard !DescriptorLimit.areFree() else { return }
    Connection.logger.error(
      "The limit of open files is too low: \(DescriptorLimit.needed) more are needed (ulimit -n).")
    exit(1)
  }
}
