public import LocalSocket
import Logging
import MainLoop
import StateProtocol
import SystemSupport

/// Serves an app to one client over stdin and stdout, or to any number of clients at a socket.
///
/// Use it in a program with a command line of its own. `StateServerCommand` has a command line for any app.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.drainTimeout = .seconds(1)
/// try AppServer.run(ListApp(), configuration: configuration)
/// ```
///
/// Front ends find a listening server by its name: the subcommand `attach` connects them to it.
///
/// ```swift
/// try AppServer.listen(at: ServerAddress("list"), ListApp(), endingWhenIdleFor: .seconds(600))
/// ```
public enum AppServer {
  /// The version of this implementation.
  public static let version = "0.1.0"

  /// Serves an app on the main thread until the client or a signal ends the process.
  ///
  /// Reserves stdout for messages before it makes the app: printed text goes to stderr. Ends the process with status 1
  /// if it may not open enough files.
  ///
  /// - Throws: The error of making the app, or `AppMistake` if two of its view types have the same name.
  @MainActor
  public static func run(
    _ app: @autoclosure () throws -> some App, configuration: ServerConfiguration = ServerConfiguration()
  ) throws -> Never {
    let descriptor = StandardStreams.takeOutput()
    requireDescriptors()
    let loop = ProcessLoop()
    let host = try Host(try app(), configuration: configuration, scheduler: loop, outlivesConnections: false)
    // Made last: other processes may share the descriptor's flags, which are restored only at the end of the loop.
    loop.serve(input: StandardStreams.input, output: Output(descriptor: descriptor)) { host.connect($0) }
    loop.run(host)
  }

  /// Serves an app on the main thread to all clients that connect to a socket, until a signal ends the process.
  ///
  /// When the server listens, it writes the path of the socket to stdout as a line, and nothing after it. It uses the
  /// socket that systemd has passed, if there is one. Ends the process with status 1 if it may not open enough files.
  ///
  /// - Parameters:
  ///   - address: The address to listen at. Only this user's processes can connect.
  ///   - app: Makes the app. Called when this process holds the lock of the address.
  ///   - configuration: The framing, timeouts and limits. A connection takes two descriptors, which may lower the limit
  ///     of connections; the reply to `initialize` contains the lower limit.
  ///   - idleTime: The time without a connection or a shared session after which the process ends; nil to wait for
  ///     ever.
  /// - Throws: `LocalSocketError` if another server listens there, the error of making the app, or `AppMistake` if two
  ///   of its view types have the same name.
  @MainActor
  public static func listen(
    at address: ServerAddress, _ app: @autoclosure () throws -> some App,
    configuration: ServerConfiguration = ServerConfiguration(), endingWhenIdleFor idleTime: Duration? = nil
  ) throws -> Never {
    let descriptor = StandardStreams.takeOutput()
    let wanted = configuration.limits.connections
    var configuration = configuration
    configuration.limits.connections = DescriptorLimit.raise(forConnections: wanted)
    requireDescriptors()
    // Locks the address before the app is made, which may open files that only one process may use.
    let listener = try Listener(
      address, adopting: SocketActivation.takeSocket(), refusal: Listening.refusal(framing: configuration.framing))
    let loop = ProcessLoop()
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
    // Runs in the loop, which handles signals: a program that has read the line may send one.
    Task { announce(address, to: descriptor) }
    loop.run(listening)
  }

  /// Writes the path of the socket for the program that has started the process. A failure to write has no effect.
  private static func announce(_ address: ServerAddress, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    let line = Array("\(address.socketPath)\n".utf8)
    _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Ends the process with status 1 if it may not open enough files.
  @MainActor
  private static func requireDescriptors() {
    guard !DescriptorLimit.areFree() else { return }
    Connection.logger.error(
      "The limit of open files is too low: \(DescriptorLimit.needed) more are needed (ulimit -n).")
    exit(1)
  }
}
