public import LocalSocket
import Logging
import MainLoop
import StateProtocol
import SystemSupport

/// Serves an app: to the client at the other end of stdin and stdout, or to any number at a socket.
///
/// Use it in a program that has a command line of its own; `StateServerCommand` has one for any app.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.drainTimeout = .seconds(1)
/// try AppServer.run(ListApp(), configuration: configuration)
/// ```
///
/// Several front ends find it by a name, and `attach` of any command of this package joins them to it:
///
/// ```swift
/// try AppServer.listen(at: ServerAddress("list"), ListApp(), endingWhenIdleFor: .seconds(600))
/// ```
public enum AppServer {
  /// The version of this implementation.
  public static let version = "0.1.0"

  /// Serves an app on the main thread until the client or a signal ends the process.
  ///
  /// Takes stdout for messages before it makes the app: what is printed goes to stderr. Ends the process with
  /// status 1 if it may not open enough files.
  ///
  /// - Throws: What making the app throws, and `AppMistake` if two of its view types have one name.
  @MainActor
  public static func run(
    _ app: @autoclosure () throws -> some App, configuration: ServerConfiguration = ServerConfiguration()
  ) throws -> Never {
    let descriptor = StandardStreams.takeOutput()
    needDescriptors()
    let loop = ProcessLoop()
    let host = try Host(try app(), configuration: configuration, scheduler: loop, outlivesConnections: false)
    // Made last: other processes may share the descriptor's flags, which are put back only at the end of the loop.
    loop.serve(input: StandardStreams.input, output: Output(descriptor: descriptor)) { host.connect($0) }
    loop.run(host)
  }

  /// Serves an app on the main thread to all who connect to a socket, until a signal ends the process.
  ///
  /// When it listens, it writes the path of the socket to stdout, in one line, and nothing after it. A socket that
  /// systemd has passed is taken. Ends the process with status 1 if it may not open enough files.
  ///
  /// - Parameters:
  ///   - address: Where to listen; only this user's processes can connect.
  ///   - app: Makes the app, once nobody else can be the server at the address.
  ///   - configuration: How each connection is treated. There are at most as many connections as there are descriptors
  ///     for, two for each; `initialize` names the lower limit.
  ///   - idleTime: For how long there may be no connection and no shared session before the process ends; nil for
  ///     ever.
  /// - Throws: `LocalSocketError` if another server listens there, what making the app throws, and `AppMistake` if
  ///   two of its view types have one name.
  @MainActor
  public static func listen(
    at address: ServerAddress, _ app: @autoclosure () throws -> some App,
    configuration: ServerConfiguration = ServerConfiguration(), endingWhenIdleFor idleTime: Duration? = nil
  ) throws -> Never {
    let descriptor = StandardStreams.takeOutput()
    let wanted = configuration.limits.connections
    var configuration = configuration
    configuration.limits.connections = DescriptorLimit.raise(forConnections: wanted)
    needDescriptors()
    // The right to be the server there comes before the app, which may open what one process alone may use.
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
    // From the loop, which catches signals from its beginning on: whoever reads the line may send one.
    Task { announce(address, to: descriptor) }
    loop.run(listening)
  }

  /// Tells whoever has started the process that it listens; nobody need read it.
  private static func announce(_ address: ServerAddress, to descriptor: Int32) {
    guard descriptor >= 0 else { return }
    let line = Array("\(address.socketPath)\n".utf8)
    _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  @MainActor
  private static func needDescriptors() {
    guard !DescriptorLimit.areFree() else { return }
    Connection.logger.error(
      "The process must be allowed to open \(DescriptorLimit.needed) more files; raise the limit (ulimit -n).")
    exit(1)
  }
}
