import Logging
import MainLoop

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves an app to the client at the other end of stdin and stdout.
public enum StateServer {
  /// The version of this implementation.
  public static let version = "0.1.0"

  /// What watches the descriptors and the main queue.
  public enum Loop: String, Sendable, CaseIterable {
    /// One `poll` of the main thread; Linux only.
    case poll
    /// Dispatch sources, for the systems without the other. On Linux libdispatch may crash when the input
    /// hangs up.
    case dispatch

    /// The fastest one of this system.
    public static var best: Loop {
      #if os(Linux)
        .poll
      #else
        .dispatch
      #endif
    }
  }

  /// Serves an app on the main thread until the client or a signal ends the process.
  ///
  /// Takes stdout for messages before it makes the app: what is printed goes to stderr.
  ///
  /// - Throws: What making the app throws.
  @MainActor
  public static func run(
    _ app: @autoclosure () throws -> some App, configuration: Configuration = Configuration(), loop: Loop = .best
  ) rethrows -> Never {
    let descriptor = StandardStreams.takeOutput()
    guard FileDescriptors.areFree() else {
      Connection.logger.error(
        "The process must be allowed to open \(FileDescriptors.neededCount) more files; raise the limit (ulimit -n).")
      exit(1)
    }
    let app = try app()
    // Made last: other processes may share the descriptor's flags, which are put back only at the end of the loop.
    let loop = make(loop, output: Output(descriptor: descriptor))
    let connection = Connection(app: app, configuration: configuration, loop: loop)
    return withExtendedLifetime(connection) { loop.run() }
  }

  @MainActor
  private static func make(_ loop: Loop, output: Output) -> any MainLoop {
    #if os(Linux)
      if loop == .poll { return PollLoop(input: StandardStreams.input, output: output) }
    #endif
    return DispatchLoop(input: StandardStreams.input, output: output)
  }
}
