import Logging
import MainLoop

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves an app to the client at the other end of stdin and stdout.
///
/// Use it in a program that has a command line of its own; `StateServerCommand` has one for any app.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.drainTimeout = .seconds(1)
/// try AppServer.run(ListApp(), configuration: configuration)
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
    guard FileDescriptors.areFree() else {
      Peer.logger.error(
        "The process must be allowed to open \(FileDescriptors.neededCount) more files; raise the limit (ulimit -n).")
      exit(1)
    }
    let loop = ProcessLoop()
    let host = try Host(try app(), configuration: configuration, scheduler: loop, outlivesConnections: false)
    // Made last: other processes may share the descriptor's flags, which are put back only at the end of the loop.
    loop.serve(input: StandardStreams.input, output: Output(descriptor: descriptor)) { host.connect($0) }
    loop.run(host)
  }
}
